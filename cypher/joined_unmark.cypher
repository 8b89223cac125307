// Purpose: what was marked as joining the parts of a fact and has got a name since is an entity like others; the facts that it joined go.
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
