// Purpose: the topics of exemplars that are in the graph.
// Parameters: none
CYPHER 25
MATCH (exemplar:Exemplar)
UNWIND exemplar.topics AS topic
WITH DISTINCT topic
MATCH (e:Entity {id: topic})
RETURN e.id AS id
