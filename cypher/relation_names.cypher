// Purpose: the relations of the catalogue with their names, and how many triples each has (null: not counted).
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id, p.name AS name, p.count AS count
