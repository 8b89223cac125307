// Purpose: which of some ids are those of entities.
// Parameters: ids (list of entity ids)
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id})
RETURN e.id AS id
