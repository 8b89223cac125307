// Purpose: store vectors of triples.
// Parameters: rows (list of {element, vector})
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row.element
CALL db.create.setRelationshipVectorProperty(r, 'embedding', row.vector)
