// Purpose: the relations in the catalogue with their names and numbers of triples (null: not counted).
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id, p.name AS name, p.count AS count
