// Purpose: make catalogue entries for relations that are not there yet.
// Parameters: rows (list of {id, name, description, aliases, load (as in `load_entities`)})
UNWIND $rows AS row
MERGE (p:Relation {id: row.id})
ON CREATE SET p.name = row.name, p.description = row.description, p.aliases = row.aliases, p.load = row.load,
  p.count = 0
