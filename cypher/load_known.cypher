// Purpose: which of some triples are there already. Looking first and creating the rest takes half the time of a
//   MERGE, which under a relationship type given by parameter walks all triples between the two ends, twice.
// Parameters: rows (list of {id, source, target})
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.source})
MATCH (o:Entity {id: row.target})
MATCH (s)-[r]->(o)
WHERE r.id = row.id
RETURN row.id AS id
