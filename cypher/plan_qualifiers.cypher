// Purpose: the greatest and the least value of a qualifier on some triples.
// Parameters: rows (list of {source, type, target}: a triple by its ids), name (string: the qualifier)
CYPHER 25
UNWIND range(0, size($rows) - 1) AS row
MATCH (s:Entity {id: $rows[row].source})
MATCH (o:Entity {id: $rows[row].target})
MATCH (s)-[r]->(o) WHERE type(r) = $rows[row].type AND r[$name] IS NOT NULL
RETURN row, toString(max(r[$name])) AS greatest, toString(min(r[$name])) AS least
ORDER BY row
