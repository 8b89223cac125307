// Purpose: the nodes with a vector.
// Parameters: none
MATCH (n:Entity|Relation)
WHERE n.embedding IS NOT NULL
RETURN elementId(n) AS element
