// Purpose: make triples of one relation that are known not to be there yet, between entities that are. Qualifiers become properties; those that are times come as ISO days.
// Parameters: type (string), rows (list of {id, source, target, text, qualifiers, times, loads (list of the number of the load
//   that brings them; none for the first)})
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.source})
MATCH (o:Entity {id: row.target})
CREATE (s)-[r:$($type) {id: row.id, source: row.source, target: row.target, type: $type, text: row.text}]->(o)
SET r += row.qualifiers, r.loads = row.loads
FOREACH (key IN keys(row.times) | SET r[key] = date(row.times[key]))
