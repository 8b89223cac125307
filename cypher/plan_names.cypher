// Purpose: the names of all relations.
// Parameters: none
MATCH (relation:Relation)
RETURN relation.id AS id, relation.name AS name
