// Purpose: the names and aliases of some entities: what their mentions in a question may read.
// Parameters: ids (list of entity ids)
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
RETURN entity.id AS id, [entity.name] + coalesce(entity.aliases, []) AS names
