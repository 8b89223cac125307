// Purpose: delete lessons, and update others after part of the graph was removed.
// Parameters: gone (list of ids), rows (list of {id, properties})
CYPHER 25
CALL () {
  MATCH (lesson:Lesson) WHERE lesson.id IN $gone
  DELETE lesson
}
UNWIND $rows AS row
MATCH (lesson:Lesson {id: row.id})
SET lesson += row.properties
