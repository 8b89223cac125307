// Purpose: store what was learned about words and question templates, all or none of it.
// Parameters: rows (list of {id, properties})
CYPHER 25
UNWIND $rows AS row
MERGE (lesson:Lesson {id: row.id})
SET lesson += row.properties
