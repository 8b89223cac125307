// Purpose: the triples with a vector.
// Parameters: none
MATCH (:Entity)-[r]->(:Entity)
WHERE r.embedding IS NOT NULL
RETURN elementId(r) AS element
