// Purpose: make triples of one relation that are not there yet, between entities that are.
// Parameters: type (string), rows (list of {id, source, target, text})
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.source})
MATCH (o:Entity {id: row.target})
MERGE (s)-[r:$($type)]->(o)
ON CREATE SET r.id = row.id, r.source = row.source, r.target = row.target, r.type = $type, r.text = row.text
