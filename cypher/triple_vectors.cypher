// Purpose: the vectors of some triples, as 32-bit floats.
// Parameters: elements (list of element ids), dimension (integer)
CYPHER 25
UNWIND $elements AS element
MATCH ()-[triple]->() WHERE elementId(triple) = element AND triple.embedding IS NOT NULL
RETURN element, vector(triple.embedding, $dimension, FLOAT32) AS vector
