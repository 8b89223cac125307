// Purpose: in a page of entities in id order, count the triples and entities of a load, including those that other
//   loads share.
// Parameters: after (string, last id of the previous page), size (integer), load (integer: number of the load)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $size
WITH max(e.id) AS last, collect(e) AS page
CALL (page) {
  UNWIND page AS e
  MATCH (e)-[r]->(:Entity)
  WHERE r.mediator IS NULL AND $load IN coalesce(r.loads, [0])
  RETURN count(r) AS triples
}
CALL (page) {
  UNWIND page AS e
  WITH e WHERE coalesce(e.load, 0) = $load
    OR EXISTS { (e)-[r]-() WHERE r.mediator IS NULL AND $load IN coalesce(r.loads, [0]) }
  RETURN count(e) AS entities
}
RETURN last, triples, entities
