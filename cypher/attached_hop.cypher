// Purpose: one hop of exploration in an attached graph: the relationships of some nodes, and the nodes' properties. At
//   most `cap` relationships are read per node and direction. `names` holds the values of the properties in `naming`,
//   in the same order.
// Parameters: ids (list of element ids), types (relationship types similar enough to the question), keys (properties
//   similar enough), naming (properties that name nodes), cap (int), length (characters kept of a text)
UNWIND $ids AS id
MATCH (entity) WHERE elementId(entity) = id
CALL (entity) {
  CALL (entity) {
    MATCH (entity)-[r]->(other) RETURN r, other, true AS outward LIMIT $cap
    UNION ALL
    MATCH (entity)<-[r]-(other) RETURN r, other, false AS outward LIMIT $cap
  }
  WITH r, other, outward WHERE type(r) IN $types
  RETURN collect({
    relation: type(r), outward: outward, id: elementId(other), labels: labels(other),
    names: [key IN $naming | left(toStringOrNull(other[key]), $length)]
  }) AS steps
}
RETURN id AS entity, labels(entity) AS labels, [key IN $naming | left(toStringOrNull(entity[key]), $length)] AS names, steps,
       [key IN $keys WHERE entity[key] IS NOT NULL | {key: key, value: entity[key]}] AS properties,
       COUNT { (entity)-->() } AS outward, COUNT { (entity)<--() } AS inward
