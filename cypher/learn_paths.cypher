// Purpose: for each question, the relation paths from its topics that lead to any of its answers, with the number of
//   entities each path reaches and how many of these are answers. No walk goes straight back along its triple, ends at
//   a topic, or passes through a mediator, a literal other than a time, or an entity with more than `pass_cap` triples:
//   a path through a hub leads anywhere.
// Parameters: questions (list of {key, topics, answers: entity ids}), least, depth (integers: fewest and most steps of
//   a path, at most 3), hub_cap (integer: triples of a topic in either direction), pass_cap (integer: most triples of
//   an intermediate entity), most (integer: walks per topic and length)
CYPHER 25
UNWIND $questions AS question
CALL (question) {
  UNWIND question.topics AS id
  MATCH (topic:Entity {id: id})
  CALL (topic) {
    CALL (topic) {
      MATCH (topic)-[first]->(a:Entity) RETURN first, a LIMIT $hub_cap
      UNION ALL
      MATCH (topic)<-[first]-(a:Entity) RETURN first, a LIMIT $hub_cap
    }
    WITH topic, first, a WHERE $least <= 1 AND NOT a:Mediator
    RETURN [type(first), toString(startNode(first) = topic)] AS path, a AS end
    UNION ALL
    CALL (topic) {
      MATCH (topic)-[first]->(a:Entity) RETURN first, a LIMIT $hub_cap
      UNION ALL
      MATCH (topic)<-[first]-(a:Entity) RETURN first, a LIMIT $hub_cap
    }
    WITH first, a
    WHERE $least <= 2 AND $depth >= 2 AND NOT a:Mediator AND (NOT a:Value OR a.datatype = 'time')
      AND COUNT { (a)--() } <= $pass_cap
    MATCH (a)-[second]-(b:Entity) WHERE second <> first AND NOT b:Mediator
    WITH first, a, second, b LIMIT $most
    RETURN [type(first), toString(endNode(first) = a), type(second), toString(startNode(second) = a)] AS path, b AS end
    UNION ALL
    CALL (topic) {
      MATCH (topic)-[first]->(a:Entity) RETURN first, a LIMIT $hub_cap
      UNION ALL
      MATCH (topic)<-[first]-(a:Entity) RETURN first, a LIMIT $hub_cap
    }
    WITH first, a
    WHERE $depth >= 3 AND NOT a:Mediator AND (NOT a:Value OR a.datatype = 'time') AND COUNT { (a)--() } <= $pass_cap
    MATCH (a)-[second]-(b:Entity)
    WHERE second <> first AND NOT b:Mediator AND (NOT b:Value OR b.datatype = 'time') AND COUNT { (b)--() } <= $pass_cap
    MATCH (b)-[third]-(c:Entity) WHERE third <> second AND NOT c:Mediator
    WITH first, a, second, b, third, c LIMIT $most
    RETURN [type(first), toString(endNode(first) = a), type(second), toString(startNode(second) = a),
            type(third), toString(startNode(third) = b)] AS path, c AS end
  }
  WITH path, end
  WHERE NOT end.id IN question.topics
  WITH path, count(DISTINCT end) AS reached, count(DISTINCT CASE WHEN end.id IN question.answers THEN end END) AS hit
  WHERE hit > 0
  RETURN collect({path: path, reached: reached, hit: hit}) AS found
}
RETURN question.key AS key, found
