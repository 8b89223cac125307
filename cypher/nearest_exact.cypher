// Purpose: the triples of some entities, nearest to a vector first, each scored by dot product.
// Parameters: ids (list of entity ids), vector, hub_cap (integer: triples read per entity and direction), top_k
//   (integer), made (map of vectors by element id, for triples without a stored vector)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)-[triple]->(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
  UNION ALL
  MATCH (entity)<-[triple]-(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
}
WITH DISTINCT triple
WITH triple, -vector_distance(coalesce(vector(triple.embedding, vector_dimension_count($vector), FLOAT32), $made[elementId(triple)]), $vector, DOT) AS score
WHERE score IS NOT NULL
WITH triple, score ORDER BY score DESC, triple.id LIMIT $top_k
WITH triple, score, startNode(triple) AS source, endNode(triple) AS target
OPTIONAL MATCH (relation:Relation {id: type(triple)})
RETURN source.id AS source, source.name AS source_name, type(triple) AS relation, relation.name AS relation_name,
       target.id AS target, target.name AS target_name, score
