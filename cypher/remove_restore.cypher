// Purpose: restore the names and descriptions of entities from an earlier load, and drop the texts and vectors made
//   from the names.
// Parameters: rows (list of {id, changed (boolean), name, description, aliases, keys, load, earlier})
CYPHER 25
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
SET e.earlier = row.earlier
WITH e, row WHERE row.changed
SET e.name = row.name, e.description = row.description, e.aliases = row.aliases, e.keys = row.keys, e.load = row.load
REMOVE e.embedding
WITH e
MATCH (e)-[r]-(:Entity)
REMOVE r.text, r.embedding
