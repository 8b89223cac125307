// Purpose: relations in the catalogue without a vector.
// Parameters: none
MATCH (p:Relation)
WHERE p.embedding IS NULL
RETURN elementId(p) AS element, p.name AS name, p.description AS description
