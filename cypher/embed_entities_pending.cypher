// Purpose: entities that have no vector yet, each with some neighbouring triples: one for each way in which
//   a relation touches it, among the first that the store gives, so that a hub costs no more than others.
// Parameters: sample (integer, relationships looked at), facts (integer, facts given)
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
