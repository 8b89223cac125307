// Purpose: in a page of entities in the order of their ids, how many triples and entities a load brought, whichever others
//   brought them too.
// Parameters: after (string, the last id of the page before), size (integer), load (integer: the number of the load)
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
