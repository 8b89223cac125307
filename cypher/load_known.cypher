// Purpose: which of some triples are there already. Looking first and creating the rest takes half the time of a
//   MERGE, which under a relationship type given by parameter walks all triples between the two ends, twice.
//   The end with fewer triples is chosen here: a plan made while the graph fills walks all triples of hubs.
// Parameters: rows (list of {id, source, target})
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.source})
MATCH (o:Entity {id: row.target})
WITH row, CASE WHEN COUNT { (s)--() } < COUNT { (o)--() } THEN s ELSE o END AS end
MATCH (end)-[r]-()
WHERE r.id = row.id
RETURN DISTINCT row.id AS id
