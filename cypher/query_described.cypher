// Purpose: entities whose descriptions match a full-text query, best first.
// Parameters: query (full-text query, escaped), limit
CYPHER 25
CALL db.index.fulltext.queryNodes('entity_descriptions', $query, {limit: $limit}) YIELD node AS entity, score
RETURN entity.id AS id, entity.name AS name, coalesce(entity.aliases, []) AS aliases, coalesce(entity.description, '') AS description
ORDER BY score DESC, id
