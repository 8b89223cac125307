// Purpose: one step along a relationship type from some nodes of an attached graph.
// Parameters: ids (list of element ids), outward (boolean: along the relationship, or against it), naming (properties
//   that name nodes), cap (int: per node), most (int: in all), length (characters kept of a text); placeholders: type
UNWIND $ids AS id
MATCH (entity) WHERE elementId(entity) = id
CALL (entity) {
  CALL (entity) {
    WITH entity WHERE $outward
    MATCH (entity)-[:`$type`]->(other) RETURN other LIMIT $cap
    UNION ALL
    WITH entity WHERE NOT $outward
    MATCH (entity)<-[:`$type`]-(other) RETURN other LIMIT $cap
  }
  RETURN other
}
RETURN id AS entity, labels(entity) AS entity_labels, [key IN $naming | left(toStringOrNull(entity[key]), $length)] AS entity_names,
       elementId(other) AS id, labels(other) AS labels, [key IN $naming | left(toStringOrNull(other[key]), $length)] AS names
LIMIT $most
