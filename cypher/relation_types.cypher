// Purpose: the relationship types of triples.
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id ORDER BY id
