// Purpose: the relations whose vectors are nearest to a text, nearest first. All are compared: there are thousands at most.
// Parameters: vector (of the text), limit
CYPHER 25
MATCH (relation:Relation) WHERE relation.embedding IS NOT NULL AND coalesce(relation.count, 1) > 0
WITH relation, 2 * vector.similarity.cosine(relation.embedding, toFloatList($vector)) - 1 AS similarity
RETURN relation.id AS id, relation.name AS name, coalesce(relation.description, '') AS description, similarity
ORDER BY similarity DESC, id LIMIT $limit
