// Purpose: the relationship types that triples have.
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id ORDER BY id
