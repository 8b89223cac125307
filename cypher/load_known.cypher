// Purpose: which of some triples exist already. Looking first and creating the rest takes half the time of a MERGE,
//   which for a relationship type passed as a parameter reads all triples between the two ends, twice. The end with
//   fewer triples is chosen here, because a plan made while the graph fills reads all triples of hubs.
// Parameters: rows (list of {id, source, target})
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.source})
MATCH (o:Entity {id: row.target})
WITH row, CASE WHEN COUNT { (s)--() } < COUNT { (o)--() } THEN s ELSE o END AS end
MATCH (end)-[r]-()
WHERE r.id = row.id
RETURN DISTINCT row.id AS id
