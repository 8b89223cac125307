// Purpose: relations of the catalogue that have no vector yet.
// Parameters: none
MATCH (p:Relation)
WHERE p.embedding IS NULL
RETURN elementId(p) AS element, p.name AS name, p.description AS description
