// Purpose: entities without a vector, each with some neighbouring triples: one for each relation and direction, among
//   the first in storage order, so that a hub costs no more than other entities.
// Parameters: sample (integer, relationships read), facts (integer, triples returned)
MATCH (e:Entity&!Mediator)
WHERE e.embedding IS NULL
CALL (e) {
  MATCH (e)-[r]-(other:Entity&!Mediator)
  WITH r, other LIMIT $sample
  WITH r.type AS relation, startNode(r) = e AS out, head(collect(other.name)) AS name
  LIMIT $facts
  RETURN collect([relation, name]) AS facts
}
RETURN elementId(e) AS element, e.name AS name, e.description AS description, facts
