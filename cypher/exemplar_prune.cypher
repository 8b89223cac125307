// Purpose: drop exemplars, and set what is left of others after their graph has lost a part.
// Parameters: gone (list of ids), rows (list of {id, properties})
CYPHER 25
CALL () {
  MATCH (exemplar:Exemplar) WHERE exemplar.id IN $gone
  DELETE exemplar
}
UNWIND $rows AS row
MATCH (exemplar:Exemplar {id: row.id})
SET exemplar += row.properties
