// Purpose: how many entities, relations and triples there are. What only joins the parts of a fact is counted apart, and not its parts: the joined fact is.
// Parameters: none
CYPHER 25
RETURN COUNT { (:Entity) } - COUNT { (:Mediator) } AS entities, COUNT { (:Relation) } AS relations,
  COUNT { (:Entity)-->() } - COUNT { (:Mediator)-->() } - COUNT { ()-->(:Mediator) } + COUNT { (:Mediator)-->(:Mediator) } AS triples,
  COUNT { (:Mediator) } AS mediators
