// Purpose: which entities there are, of those that exemplars are about.
// Parameters: none
CYPHER 25
MATCH (exemplar:Exemplar)
UNWIND exemplar.topics AS topic
WITH DISTINCT topic
MATCH (e:Entity {id: topic})
RETURN e.id AS id
