// Purpose: of the triples of each relation, how many there are, and how many have a subject and how many an object without a name: a relation that leads to what only joins the parts of facts leads nearly always to nodes without a name. One look at every triple: a relationship type that comes as a value is not looked up but found by looking at all triples, too.
// Parameters: none
MATCH (s:Entity)-[r]->(o:Entity)
WITH type(r) AS relation, s.name = s.id AS subject, o.name = o.id AS object
RETURN relation, count(*) AS triples,
  sum(CASE WHEN subject THEN 1 ELSE 0 END) AS subjects, sum(CASE WHEN object THEN 1 ELSE 0 END) AS objects
