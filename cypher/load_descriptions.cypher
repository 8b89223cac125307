// Purpose: set descriptions of entities where they differ, and drop the vectors made from them. The previous
//   description, if from another load, is kept in `earlier`.
// Parameters: rows (list of {id, description}), load, separator (as in `load_described`)
CYPHER 25
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE e.description IS NULL OR e.description <> row.description
FOREACH (_ IN CASE WHEN coalesce(e.load, 0) <> $load THEN [1] END |
  SET e.earlier = coalesce(e.earlier, []) + reduce(said = toString(coalesce(e.load, 0)) + $separator + e.name
      + $separator + coalesce(e.description, ''), alias IN coalesce(e.aliases, []) | said + $separator + alias), e.load = $load)
SET e.description = row.description
REMOVE e.embedding
