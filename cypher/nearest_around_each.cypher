// Purpose: the triples that touch some entities, nearest first, those of each entity scored by dot product with a vector of its own. Vectors of unit length are told apart: for them it is the cosine, which needs no conversion.
// Parameters: queries (list of {id: entity id, vector}), normalised (boolean: all vectors have unit length), hub_cap (integer: triples of one entity in either direction), top_k (integer)
CYPHER 25
UNWIND $queries AS query
MATCH (entity:Entity {id: query.id})
CALL (entity) {
  MATCH (entity)-[triple]->(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
  UNION ALL
  MATCH (entity)<-[triple]-(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
}
WITH query, triple
WHERE triple.embedding IS NOT NULL
WITH triple, max(CASE WHEN $normalised
  THEN 2 * vector.similarity.cosine(triple.embedding, query.vector) - 1
  ELSE -vector_distance(vector(triple.embedding, size(triple.embedding), FLOAT32), query.vector, DOT) END) AS score
ORDER BY score DESC, triple.id
LIMIT $top_k
WITH triple, score, startNode(triple) AS source, endNode(triple) AS target
OPTIONAL MATCH (relation:Relation {id: type(triple)})
RETURN source.id AS source, source.name AS source_name, type(triple) AS relation, relation.name AS relation_name,
       target.id AS target, target.name AS target_name, score
