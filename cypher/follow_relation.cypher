// Purpose: one step along a known relation from several entities, each other end with its similarity to a question if
//   one is given; completes a step that exploration saw only in part. Neo4j cannot look relationships up by a type
//   passed as a parameter, so all of an entity are read and filtered. For a hub at most `read_cap` are read and `cut`
//   is true, also if none was found.
// Parameters: ids (list of entity ids), relation (string: relationship type), outward (boolean: along the relationship,
//   or against it), question (vector, or null for null similarities), read_cap (int: triples read per entity), hub_cap
//   (int: triples of the relation returned per entity), most (int: triples in all)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH entity, CASE WHEN $outward THEN COUNT { (entity)-->() } ELSE COUNT { (entity)<--() } END > $read_cap AS cut
OPTIONAL CALL (entity) {
  CALL (entity) {
    WITH entity WHERE $outward
    MATCH (entity)-[triple]->(other) RETURN triple, other LIMIT $read_cap
    UNION ALL
    WITH entity WHERE NOT $outward
    MATCH (entity)<-[triple]-(other) RETURN triple, other LIMIT $read_cap
  }
  WITH triple, other
  WHERE type(triple) = $relation AND other:Entity AND NOT other:Mediator
  RETURN triple, other LIMIT $hub_cap
}
WITH entity, cut, triple, other
WHERE triple IS NOT NULL OR cut
LIMIT $most
// One row per entity: thousands of rows take longer to receive than to find.
RETURN entity.id AS entity, entity.name AS entity_name, cut, collect(CASE WHEN triple IS NOT NULL THEN {
  triple: left(triple.id, 20), id: other.id, name: other.name,
  similarity: CASE WHEN $question IS NOT NULL
                   THEN 1 - vector_distance(vector(other.embedding, vector_dimension_count($question), FLOAT32), $question, COSINE)
                   END
} END) AS triples
