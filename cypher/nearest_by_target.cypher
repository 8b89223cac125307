// Purpose: the triples whose target is one of some entities, nearest to a vector first: from the vector index with
//   in-index filtering, then ordered by dot product. `triple_embedding` stands for the index in use, because an index
//   name cannot be a parameter.
// Parameters: ids (list of entity ids), vector, near (integer: triples that the index returns), top_k (integer)
CYPHER 25
MATCH ()-[triple]->()
  SEARCH triple IN (VECTOR INDEX triple_embedding FOR $vector WHERE triple.target IN $ids LIMIT $near)
WITH triple, -vector_distance(vector(triple.embedding, vector_dimension_count($vector), FLOAT32), $vector, DOT) AS score
WITH triple, score ORDER BY score DESC, triple.id LIMIT $top_k
WITH triple, score, startNode(triple) AS source, endNode(triple) AS target
OPTIONAL MATCH (relation:Relation {id: type(triple)})
RETURN source.id AS source, source.name AS source_name, type(triple) AS relation, relation.name AS relation_name,
       target.id AS target, target.name AS target_name, score
ORDER BY score DESC, triple.id
