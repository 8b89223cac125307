// Purpose: the relations of the catalogue with their names, and how many triples each has.
// Parameters: none
MATCH (p:Relation)
RETURN p.id AS id, p.name AS name, coalesce(p.count, 0) AS count
