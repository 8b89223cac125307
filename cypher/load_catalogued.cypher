// Purpose: set the names, aliases and descriptions of relations that have triples, where they differ; their vectors are dropped to be made anew.
// Parameters: rows (list of {id, name, description, aliases})
UNWIND $rows AS row
MATCH (p:Relation {id: row.id})
WHERE p.name <> row.name OR coalesce(p.description, '') <> coalesce(row.description, '') OR coalesce(p.aliases, []) <> coalesce(row.aliases, [])
SET p.name = row.name, p.description = row.description, p.aliases = row.aliases
REMOVE p.embedding
