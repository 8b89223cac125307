// Purpose: store vectors of triples computed for a question, if the graph still uses that model. Runs after `load_lock`
//   in one transaction, so that the vectors are not being removed meanwhile.
// Parameters: rows (list of {element, vector}), model (string)
MATCH (g:GraphInfo {id: 'graph'})
WHERE g.embedding_model = $model AND NOT coalesce(g.clearing, false)
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row.element
CALL db.create.setRelationshipVectorProperty(r, 'embedding', row.vector)
