// Purpose: store what was asked, answered and retrieved, without relationships into the graph.
// Parameters: id (string), properties (map: question, asked_at, method, status, text, entity_ids, topic_ids, sources,
//   types, targets, triple_ids, hops, steps, answer)
CYPHER 25
MERGE (a:Ask {id: $id})
SET a += $properties
