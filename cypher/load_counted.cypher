// Purpose: record how many triples and entities a load has.
// Parameters: id (string), triples, entities (integers)
MATCH (l:Load {id: $id})
SET l.held = $triples, l.entities = $entities
