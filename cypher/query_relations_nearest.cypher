// Purpose: the relations whose vectors are nearest to a text, nearest first. All are compared: there are thousands at
//   most.
// Parameters: vector (of the text), limit
CYPHER 25
MATCH (relation:Relation) WHERE relation.embedding IS NOT NULL AND coalesce(relation.count, 1) > 0
WITH relation, 1 - vector_distance(vector(relation.embedding, vector_dimension_count($vector), FLOAT32), $vector, COSINE) AS similarity
RETURN relation.id AS id, relation.name AS name, coalesce(relation.description, '') AS description, similarity
ORDER BY similarity DESC, id LIMIT $limit
