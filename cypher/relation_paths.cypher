// Purpose: the relation paths of up to three steps that lead from some topics to any of some answers, each with how many answers it reaches and how many entities in all. A walk does not go straight back along its triple, and does not pass through an entity of more triples than a cap: what leads through a hub leads anywhere; nor through a value other than a time.
// Parameters: topics, answers (lists of entity ids), hub_cap (integer: triples of a topic in either direction), pass_cap (integer: most triples of an entity on the way), most (integer: walks of one topic and length)
CYPHER 25
UNWIND $topics AS id
MATCH (topic:Entity {id: id})
CALL (topic) {
  CALL (topic) {
    MATCH (topic)-[first]->(a:Entity&!Mediator) RETURN first, a LIMIT $hub_cap
    UNION ALL
    MATCH (topic)<-[first]-(a:Entity&!Mediator) RETURN first, a LIMIT $hub_cap
  }
  RETURN [[type(first), startNode(first) = topic]] AS path, a AS end
  UNION ALL
  CALL (topic) {
    MATCH (topic)-[first]->(a:Entity&!Mediator) RETURN first, a LIMIT $hub_cap
    UNION ALL
    MATCH (topic)<-[first]-(a:Entity&!Mediator) RETURN first, a LIMIT $hub_cap
  }
  WITH first, a WHERE COUNT { (a)--() } <= $pass_cap AND (NOT a:Value OR a.datatype = 'time')
  MATCH (a)-[second]-(b:Entity&!Mediator) WHERE second <> first
  WITH first, a, second, b LIMIT $most
  RETURN [[type(first), endNode(first) = a], [type(second), startNode(second) = a]] AS path, b AS end
  UNION ALL
  CALL (topic) {
    MATCH (topic)-[first]->(a:Entity&!Mediator) RETURN first, a LIMIT $hub_cap
    UNION ALL
    MATCH (topic)<-[first]-(a:Entity&!Mediator) RETURN first, a LIMIT $hub_cap
  }
  WITH first, a WHERE COUNT { (a)--() } <= $pass_cap AND (NOT a:Value OR a.datatype = 'time')
  MATCH (a)-[second]-(b:Entity&!Mediator) WHERE second <> first AND COUNT { (b)--() } <= $pass_cap AND (NOT b:Value OR b.datatype = 'time')
  MATCH (b)-[third]-(c:Entity&!Mediator) WHERE third <> second
  WITH first, a, second, b, third, c LIMIT $most
  RETURN [[type(first), endNode(first) = a], [type(second), startNode(second) = a], [type(third), startNode(third) = b]] AS path, c AS end
}
WITH path, end
WHERE NOT end.id IN $topics
WITH path, count(DISTINCT end) AS reached, count(DISTINCT CASE WHEN end.id IN $answers THEN end END) AS hit
WHERE hit > 0
RETURN path, reached, hit
