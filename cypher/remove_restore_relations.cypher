// Purpose: restore the names and descriptions of relations from an earlier load, and drop the vectors made from them.
// Parameters: rows (list of {id, changed (boolean), name, description, aliases, load, earlier})
CYPHER 25
UNWIND $rows AS row
MATCH (p:Relation {id: row.id})
SET p.earlier = row.earlier
WITH p, row WHERE row.changed
SET p.name = row.name, p.description = row.description, p.aliases = row.aliases, p.load = row.load
REMOVE p.embedding
