// Purpose: turn mediators that have since received a name back into ordinary entities, and delete the facts that they
//   joined.
// Parameters: after, until (strings: ids lie between them)
CYPHER 25
MATCH (m:Entity&Mediator) WHERE m.id > $after AND m.id < $until AND m.name <> m.id
CALL (m) {
  MATCH (m)--(part:Entity)-[joined]->(:Entity)
  WHERE joined.mediator = m.id
  WITH DISTINCT joined
  DELETE joined
}
REMOVE m:Mediator
RETURN count(*) AS unmarked
