// Purpose: keep what was learned of words and of question forms, all of it or nothing.
// Parameters: rows (list of {id, properties})
CYPHER 25
UNWIND $rows AS row
MERGE (lesson:Lesson {id: row.id})
SET lesson += row.properties
