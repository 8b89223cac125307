// Purpose: set what a source states about entities themselves, where it differs, and drop the vectors made from it. The
//   previous description, if from another load, is kept in `earlier`, in case this load is removed.
// Parameters: rows (list of {id, name, aliases, keys, description, labels, properties, times}), load (integer: number
//   of this load), separator (string: between the parts of an entry of `earlier`)
CYPHER 25
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
SET e += row.properties, e:$(row.labels)
FOREACH (key IN keys(row.times) | SET e[key] = date(row.times[key]))
FOREACH (_ IN CASE WHEN coalesce(e.load, 0) <> $load THEN [1] END |
  SET e.earlier = coalesce(e.earlier, []) + reduce(said = toString(coalesce(e.load, 0)) + $separator + e.name
      + $separator + coalesce(e.description, ''), alias IN coalesce(e.aliases, []) | said + $separator + alias), e.load = $load)
WITH e, row
WHERE e.name <> row.name OR coalesce(e.aliases, []) <> coalesce(row.aliases, []) OR coalesce(e.description, '') <> coalesce(row.description, '')
SET e.name = row.name, e.aliases = row.aliases, e.keys = row.keys, e.description = row.description
REMOVE e.embedding
