// Purpose: the triples retrieved for a question, as paths for Neo4j Browser to draw, each with the names of the topics
//   and answers in it. Browser colours nodes by label only, so each row has to say which is which.
// Parameters: ask_id (string); a Browser link takes no parameters, so the id stands there as a literal
CYPHER 25
MATCH (a:Ask {id: $ask_id})
UNWIND range(0, size(a.sources) - 1) AS i
MATCH (s:Entity {id: a.sources[i]})
MATCH (o:Entity {id: a.targets[i]})
MATCH p = (s)-[r:$(a.types[i])]->(o)
WHERE left(r.id, 20) = a.triple_ids[i]
RETURN p,
  [n IN nodes(p) WHERE n.id IN a.topic_ids | n.name] AS topic,
  [n IN nodes(p) WHERE n.id IN a.entity_ids | n.name] AS answer
