// Purpose: the names of all relations.
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id, p.name AS name
