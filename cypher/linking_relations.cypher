// Purpose: the names of the relations with the most triples.
// Parameters: limit
CYPHER 25
MATCH (relation:Relation)
RETURN relation.name AS name ORDER BY relation.count DESC, relation.id LIMIT $limit
