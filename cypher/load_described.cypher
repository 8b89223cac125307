// Purpose: set what a source says of entities by themselves, where it differs; where one does, the vector made from it is dropped.
// Parameters: rows (list of {id, name, aliases, keys, description, labels, properties, times})
CYPHER 25
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
SET e += row.properties, e:$(row.labels)
FOREACH (key IN keys(row.times) | SET e[key] = date(row.times[key]))
WITH e, row
WHERE e.name <> row.name OR coalesce(e.aliases, []) <> coalesce(row.aliases, []) OR coalesce(e.description, '') <> coalesce(row.description, '')
SET e.name = row.name, e.aliases = row.aliases, e.keys = row.keys, e.description = row.description
REMOVE e.embedding
