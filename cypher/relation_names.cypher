// Purpose: the relations of the catalogue with their names.
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id, p.name AS name
