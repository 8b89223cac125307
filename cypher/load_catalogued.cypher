// Purpose: set the names, aliases and descriptions of relations that have triples, where they differ, and drop the
//   vectors made from them. The previous ones, if from another load, are kept in `earlier`.
// Parameters: rows (list of {id, name, description, aliases}), load, separator (as in `load_described`)
CYPHER 25
UNWIND $rows AS row
MATCH (p:Relation {id: row.id})
WHERE p.name <> row.name OR coalesce(p.description, '') <> coalesce(row.description, '') OR coalesce(p.aliases, []) <> coalesce(row.aliases, [])
FOREACH (_ IN CASE WHEN coalesce(p.load, 0) <> $load THEN [1] END |
  SET p.earlier = coalesce(p.earlier, []) + reduce(said = toString(coalesce(p.load, 0)) + $separator + p.name
      + $separator + coalesce(p.description, ''), alias IN coalesce(p.aliases, []) | said + $separator + alias), p.load = $load)
SET p.name = row.name, p.description = row.description, p.aliases = row.aliases
REMOVE p.embedding
