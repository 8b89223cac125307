// Purpose: set the texts of triples.
// Parameters: rows (list of {element, text})
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row.element
SET r.text = row.text
