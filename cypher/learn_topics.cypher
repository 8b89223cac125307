// Purpose: the names and aliases of some entities, under which a question may mention them.
// Parameters: ids (list of entity ids)
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
RETURN entity.id AS id, [entity.name] + coalesce(entity.aliases, []) AS names
