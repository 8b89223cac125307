// Purpose: triples without a vector.
// Parameters: none
MATCH (:Entity&!Mediator)-[r]->(:Entity&!Mediator)
WHERE r.embedding IS NULL AND r.text IS NOT NULL
RETURN elementId(r) AS element, r.text AS text
