// Purpose: the first two steps around an entity: its relations, the number of entities each leads to, and the relations
//   of those. Hubs are read in part; `cut` marks where.
// Parameters: id (entity id), reads (integer: triples of the entity read per direction), places (integer: entities read
//   after the first step), look (integer: triples read per such entity and direction)
CYPHER 25
MATCH (topic:Entity {id: $id})
CALL (topic) {
  MATCH (topic)-[r]->(end:Entity&!Mediator) RETURN r, end, true AS outward LIMIT $reads
  UNION ALL
  MATCH (topic)<-[r]-(end:Entity&!Mediator) RETURN r, end, false AS outward LIMIT $reads
}
WITH topic, type(r) AS relation, outward, count(*) AS triples, collect(DISTINCT end) AS ends
CALL (topic, relation, outward, ends) {
  UNWIND ends[..$places] AS place
  WITH place WHERE place <> topic AND (NOT place:Value OR place.datatype = 'time')
  CALL (place) {
    MATCH (place)-[r]->(end:Entity&!Mediator) RETURN r, end, true AS leaves LIMIT $look
    UNION ALL
    MATCH (place)<-[r]-(end:Entity&!Mediator) RETURN r, end, false AS leaves LIMIT $look
  }
  WITH place, type(r) AS second, leaves, end, CASE WHEN end = topic THEN 1 ELSE 0 END AS back
  // Leaves out the triple that led here.
  WITH place, second, leaves, sum(CASE WHEN back = 1 AND second = relation AND leaves <> outward THEN 0 ELSE back END) AS topics,
    sum(1 - back) AS onward, count(*) AS looked
  WITH second, leaves, sum(CASE WHEN topics + onward > 0 THEN 1 ELSE 0 END) AS places, sum(onward) AS onward,
    sum(topics) AS topics, max(looked) AS looked
  RETURN collect(CASE WHEN places > 0 THEN [second, leaves, places, onward, topics] END) AS seconds, max(looked) AS looked
}
RETURN relation, outward, triples, size(ends) AS ends, seconds,
  size(ends) > $places OR coalesce(looked, 0) >= $look OR triples >= $reads AS cut
ORDER BY relation, outward
