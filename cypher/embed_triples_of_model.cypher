// Purpose: store vectors of triples that were made for a question, if they are still of the graph's model. After `load_lock` in one transaction, so that all vectors are not being removed meanwhile.
// Parameters: rows (list of {element, vector}), model (string)
MATCH (g:GraphInfo {id: 'graph'})
WHERE g.embedding_model = $model AND NOT coalesce(g.clearing, false)
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row.element
CALL db.create.setRelationshipVectorProperty(r, 'embedding', row.vector)
