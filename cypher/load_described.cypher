// Purpose: set what a source says of entities by themselves, where it differs; where one does, the vector made from it is
//   dropped. What another load had said is kept in `earlier`, should this one be removed.
// Parameters: rows (list of {id, name, aliases, keys, description, labels, properties, times}), load (integer: the
//   number of this load), separator (string: between the parts of what is kept)
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
