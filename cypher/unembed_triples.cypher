// Purpose: remove vectors of triples.
// Parameters: elements (list of element ids)
UNWIND $elements AS element
MATCH ()-[r]->() WHERE elementId(r) = element
REMOVE r.embedding
