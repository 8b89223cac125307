// Purpose: the relations of some entities in either direction, each with its number of triples (in all, and the most at
//   one entity) and its similarity to a text (null without a vector). For a hub at most `read_cap` triples are read and
//   counted per direction.
// Parameters: ids (list of entity ids), vector (of the text), read_cap (integer: triples read per entity and direction)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  CALL (entity) { MATCH (entity)-[triple]->(other) RETURN triple, other LIMIT $read_cap }
  WITH triple, other
  WHERE other:Entity AND NOT other:Mediator
  RETURN type(triple) AS type, true AS outward, count(*) AS triples
  UNION ALL
  CALL (entity) { MATCH (entity)<-[triple]-(other) RETURN triple, other LIMIT $read_cap }
  WITH triple, other
  WHERE other:Entity AND NOT other:Mediator
  RETURN type(triple) AS type, false AS outward, count(*) AS triples
}
WITH type, outward, sum(triples) AS triples, max(triples) AS most
OPTIONAL MATCH (relation:Relation {id: type})
RETURN type, outward, triples, most, coalesce(relation.name, type) AS name,
       1 - vector_distance(vector(relation.embedding, vector_dimension_count($vector), FLOAT32), $vector, COSINE) AS similarity
ORDER BY type, outward
