// Purpose: make entities that are not there yet.
// Parameters: rows (list of {id, name, aliases, keys})
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.name = row.name, e.aliases = row.aliases, e.keys = row.keys
