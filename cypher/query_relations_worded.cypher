// Purpose: relations whose names, aliases or descriptions match a full-text query, best first.
// Parameters: query (full-text query, escaped), limit
CYPHER 25
CALL db.index.fulltext.queryNodes('relation_names', $query, {limit: $limit}) YIELD node AS relation, score
WHERE coalesce(relation.count, 1) > 0
RETURN relation.id AS id, relation.name AS name, coalesce(relation.description, '') AS description
ORDER BY score DESC, id
