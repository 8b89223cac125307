// Purpose: remove vectors of nodes.
// Parameters: elements (list of element ids)
UNWIND $elements AS element
MATCH (n) WHERE elementId(n) = element
REMOVE n.embedding
