// Purpose: in a page of entities in id order, delete the triples that no kept load contains, and remove the other loads
//   from the `loads` of those that stay. If `most` triples are found, the page has to be read again. An entity whose
//   vector may be made from a deleted triple loses its vector. `types` are the relationship types of the remaining
//   triples.
// Parameters: after (string, last id of the previous page), size (integer: entities), most (integer: triples per
//   transaction), kept (list of integers: numbers of the loads to keep)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $size
WITH max(e.id) AS last, collect(e) AS page
CALL (page) {
  UNWIND page AS e
  MATCH (e)-[r]->(o:Entity)
  WHERE r.mediator IS NULL AND any(load IN coalesce(r.loads, [0]) WHERE NOT load IN $kept)
  WITH e, r, o LIMIT $most
  WITH e, r, o, [load IN coalesce(r.loads, [0]) WHERE load IN $kept] AS left
  FOREACH (_ IN CASE WHEN size(left) > 0 THEN [1] END |
    SET r.loads = CASE left WHEN [0] THEN null ELSE left END)
  FOREACH (_ IN CASE WHEN size(left) = 0 THEN [1] END | DELETE r)
  FOREACH (end IN CASE WHEN size(left) = 0 THEN [one IN [e, o] WHERE one.description IS NULL] END |
    REMOVE end.embedding)
  RETURN count(*) AS found, sum(CASE WHEN size(left) = 0 THEN 1 ELSE 0 END) AS removed
}
CALL (page) {
  UNWIND page AS e
  MATCH (e)-[r]->(:Entity)
  RETURN collect(DISTINCT type(r)) AS types
}
RETURN last, found, removed, types
