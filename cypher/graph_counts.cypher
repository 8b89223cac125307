// Purpose: how many entities, relations and triples there are.
// Parameters: none
RETURN COUNT { (:Entity) } AS entities, COUNT { (:Relation) } AS relations,
  COUNT { (:Entity)-->() } AS triples
