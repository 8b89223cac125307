// Purpose: create entities that do not exist yet.
// Parameters: rows (list of {id, name, aliases, keys, labels, properties, times, load (number of the load; null for the
//   first)})
CYPHER 25
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.name = row.name, e.aliases = row.aliases, e.keys = row.keys, e.load = row.load, e += row.properties,
  e:$(row.labels)
WITH e, row WHERE size(keys(row.times)) > 0
UNWIND keys(row.times) AS key
WITH e, row, key WHERE e[key] IS NULL
SET e[key] = date(row.times[key])
