// Purpose: store question templates with the plans that explain their answers, all or none of them.
// Parameters: rows (list of {id, properties, vector})
CYPHER 25
UNWIND $rows AS row
MERGE (exemplar:Exemplar {id: row.id})
SET exemplar += row.properties
WITH exemplar, row
CALL db.create.setNodeVectorProperty(exemplar, 'embedding', row.vector)
