// Purpose: for each relation, the number of triples, and of those with a nameless subject and with a nameless object: a
//   relation that leads to mediators nearly always leads to nodes without a name. Reads every triple once; Neo4j would
//   also do so for each relationship type passed as a parameter.
// Parameters: none
MATCH (s:Entity)-[r]->(o:Entity)
WITH type(r) AS relation, s.name = s.id AS subject, o.name = o.id AS object
RETURN relation, count(*) AS triples,
  sum(CASE WHEN subject THEN 1 ELSE 0 END) AS subjects, sum(CASE WHEN object THEN 1 ELSE 0 END) AS objects
