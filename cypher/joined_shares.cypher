// Purpose: of some of the triples of each relation, how many have a subject and how many an object without a name: a relation that leads to what only joins the parts of facts leads nearly always to nodes without a name.
// Parameters: relations (list of relationship types), sample (integer: triples looked at, of each)
CYPHER 25
UNWIND $relations AS relation
CALL (relation) {
  MATCH (s:Entity)-[:$(relation)]->(o:Entity)
  WITH s, o LIMIT $sample
  RETURN count(*) AS triples,
         sum(CASE WHEN s.name = s.id THEN 1 ELSE 0 END) AS subjects,
         sum(CASE WHEN o.name = o.id THEN 1 ELSE 0 END) AS objects
}
RETURN relation, triples, subjects, objects
