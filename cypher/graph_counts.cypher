// Purpose: number of entities, relations, triples and mediators. Mediators and their triples are not counted as
//   entities and triples; the facts they join are.
// Parameters: none
CYPHER 25
RETURN COUNT { (:Entity) } - COUNT { (:Mediator) } AS entities, COUNT { (:Relation) } AS relations,
  COUNT { (:Entity)-->() } - COUNT { (:Mediator)-->() } - COUNT { ()-->(:Mediator) } + COUNT { (:Mediator)-->(:Mediator) } AS triples,
  COUNT { (:Mediator) } AS mediators
