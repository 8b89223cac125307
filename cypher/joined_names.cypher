// Purpose: how relations read.
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id, p.name AS name
