// Purpose: delete exemplars, and update others after part of the graph was removed.
// Parameters: gone (list of ids), rows (list of {id, properties})
CYPHER 25
CALL () {
  MATCH (exemplar:Exemplar) WHERE exemplar.id IN $gone
  DELETE exemplar
}
UNWIND $rows AS row
MATCH (exemplar:Exemplar {id: row.id})
SET exemplar += row.properties
