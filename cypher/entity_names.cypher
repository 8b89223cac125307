// Purpose: the names of some entities.
// Parameters: ids (list of entity ids)
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
RETURN entity.id AS id, entity.name AS name
