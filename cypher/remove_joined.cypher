// Purpose: in a page of mediators in id order, unmark those that lose a triple and delete the facts they join; what
//   remains is joined again later.
// Parameters: after (string), size (integer: mediators), kept (as in `remove_triples`)
CYPHER 25
MATCH (m:Entity&Mediator) WHERE m.id > $after
WITH m ORDER BY m.id LIMIT $size
WITH max(m.id) AS last, collect(m) AS page
CALL (page) {
  UNWIND page AS m
  WITH m WHERE EXISTS {
    (m)-[r]-() WHERE r.mediator IS NULL AND all(load IN coalesce(r.loads, [0]) WHERE NOT load IN $kept)
  }
  CALL (m) {
    MATCH (m)--(part:Entity)-[joined]->(:Entity)
    WHERE joined.mediator = m.id
    WITH DISTINCT joined
    DELETE joined
  }
  REMOVE m:Mediator
  RETURN count(m) AS unmarked
}
RETURN last, unmarked
