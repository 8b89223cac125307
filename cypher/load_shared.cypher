// Purpose: record that a load also contains triples that exist from other loads.
// Parameters: rows (list of {id, source, target}), load (integer: number of the load)
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.source})
MATCH (o:Entity {id: row.target})
WITH row, CASE WHEN COUNT { (s)--() } < COUNT { (o)--() } THEN s ELSE o END AS end
MATCH (end)-[r]-()
WHERE r.id = row.id AND NOT $load IN coalesce(r.loads, [0])
SET r.loads = coalesce(r.loads, [0]) + $load
