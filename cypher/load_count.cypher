// Purpose: note how many triples and entities a load brought, whichever others brought them too.
// Parameters: id (string), load (integer: its number)
CYPHER 25
MATCH (l:Load {id: $id})
CALL () {
  MATCH (:Entity)-[r]->(:Entity)
  WHERE r.mediator IS NULL AND $load IN coalesce(r.loads, [0])
  RETURN count(r) AS held
}
CALL () {
  MATCH (e:Entity)
  WHERE coalesce(e.load, 0) = $load OR EXISTS { (e)-[r]-() WHERE r.mediator IS NULL AND $load IN coalesce(r.loads, [0]) }
  RETURN count(e) AS entities
}
SET l.held = held, l.entities = entities, l.finished_at = datetime()
