// Purpose: create catalogue entries of relations that do not exist yet.
// Parameters: rows (list of {id, name, description, aliases, load (as in `load_entities`)})
UNWIND $rows AS row
MERGE (p:Relation {id: row.id})
ON CREATE SET p.name = row.name, p.description = row.description, p.aliases = row.aliases, p.load = row.load,
  p.count = 0
