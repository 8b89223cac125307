// Purpose: store vectors of nodes.
// Parameters: rows (list of {element, vector})
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.element
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
