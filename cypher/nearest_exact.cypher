// Purpose: the triples that touch some entities, nearest to a vector first, each of them scored by dot product. Vectors of unit length are told apart: for them it is the cosine, which needs no conversion.
// Parameters: ids (list of entity ids), vector, normalised (boolean: all vectors have unit length), hub_cap (integer: triples of one entity in either direction), top_k (integer)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)-[triple]->(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
  UNION ALL
  MATCH (entity)<-[triple]-(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
}
WITH DISTINCT triple
WHERE triple.embedding IS NOT NULL
WITH triple, CASE WHEN $normalised
  THEN 2 * vector.similarity.cosine(triple.embedding, $vector) - 1
  ELSE -vector_distance(vector(triple.embedding, size(triple.embedding), FLOAT32), $vector, DOT) END AS score
ORDER BY score DESC, triple.id
LIMIT $top_k
WITH triple, score, startNode(triple) AS source, endNode(triple) AS target
OPTIONAL MATCH (relation:Relation {id: type(triple)})
RETURN source.id AS source, source.name AS source_name, type(triple) AS relation, relation.name AS relation_name,
       target.id AS target, target.name AS target_name, score
