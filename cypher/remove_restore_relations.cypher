// Purpose: let relations be called again as what an earlier load said; texts and vectors made from the name go.
// Parameters: rows (list of {id, changed (boolean), name, description, aliases, load, earlier})
CYPHER 25
UNWIND $rows AS row
MATCH (p:Relation {id: row.id})
SET p.earlier = row.earlier
WITH p, row WHERE row.changed
SET p.name = row.name, p.description = row.description, p.aliases = row.aliases, p.load = row.load
REMOVE p.embedding
