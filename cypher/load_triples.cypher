// Purpose: create triples of one relation, known not to exist yet, between existing entities. Qualifiers become
//   properties; times are passed as ISO dates.
// Parameters: type (string), rows (list of {id, source, target, text, qualifiers, times, loads (list with the number of
//   the load; null for the first)})
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.source})
MATCH (o:Entity {id: row.target})
CREATE (s)-[r:$($type) {id: row.id, source: row.source, target: row.target, type: $type, text: row.text}]->(o)
SET r += row.qualifiers, r.loads = row.loads
FOREACH (key IN keys(row.times) | SET r[key] = date(row.times[key]))
