// Purpose: the texts of those of some triples that have no vector.
// Parameters: elements (list of element ids)
CYPHER 25
UNWIND $elements AS element
MATCH ()-[triple]->() WHERE elementId(triple) = element AND triple.embedding IS NULL AND triple.text IS NOT NULL
RETURN element, triple.text AS text
