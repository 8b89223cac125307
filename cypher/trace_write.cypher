// Purpose: keep what was asked, answered and retrieved, with no relationship into the graph.
// Parameters: id (string), properties (map: question, asked_at, method, status, text, entity_ids,
//   topic_ids, sources, types, targets, triple_ids, hops, steps, answer)
CYPHER 25
MERGE (a:Ask {id: $id})
SET a += $properties
