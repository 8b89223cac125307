// Purpose: triples without a text, because an end was named after they were loaded, with what the text is made from.
// Parameters: none
CYPHER 25
MATCH (s:Entity&!Mediator)-[r]->(o:Entity&!Mediator)
WHERE r.text IS NULL
RETURN elementId(r) AS element, s.name AS subject, type(r) AS relation, o.name AS object
