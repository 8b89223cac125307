// Purpose: the triples of some entities, nearest first, scored by dot product with a separate vector for each entity.
// Parameters: queries (list of {id: entity id, vector}), hub_cap (integer: triples read per entity and direction),
//   top_k (integer), made (map of vectors by element id, for triples without a stored vector)
CYPHER 25
UNWIND $queries AS query
MATCH (entity:Entity {id: query.id})
CALL (entity) {
  MATCH (entity)-[triple]->(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
  UNION ALL
  MATCH (entity)<-[triple]-(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
}
WITH query, triple
WITH triple, max(-vector_distance(coalesce(vector(triple.embedding, vector_dimension_count(query.vector), FLOAT32), $made[elementId(triple)]), query.vector, DOT)) AS score
WHERE score IS NOT NULL
WITH triple, score ORDER BY score DESC, triple.id LIMIT $top_k
WITH triple, score, startNode(triple) AS source, endNode(triple) AS target
OPTIONAL MATCH (relation:Relation {id: type(triple)})
RETURN source.id AS source, source.name AS source_name, type(triple) AS relation, relation.name AS relation_name,
       target.id AS target, target.name AS target_name, score
