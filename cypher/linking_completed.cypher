// Purpose: entities whose names or aliases contain some words, the last of which may be incomplete; names that start
//   with the text first, then by degree.
// Parameters: query (full-text query, escaped), prefix (the text in lower case), read (integer: entities compared),
//   limit
CYPHER 25
CALL db.index.fulltext.queryNodes('entity_names', $query, {limit: $read}) YIELD node AS entity
WITH entity WHERE NOT entity:Value AND NOT entity:Mediator
WITH entity, COUNT { (entity)--() } AS degree
ORDER BY toLower(entity.name) STARTS WITH $prefix DESC, degree DESC, entity.name LIMIT $limit
RETURN entity.id AS id, entity.name AS name, coalesce(entity.description, '') AS description, degree
