// Purpose: entities with one of some folded names or aliases (keys), best full-text match first.
// Parameters: query (string: quoted keys, joined by OR), keys (list of strings), limit (integer)
CYPHER 25
CALL db.index.fulltext.queryNodes('entity_keys', $query, {limit: $limit}) YIELD node
RETURN node.id AS id, node.name AS name, coalesce(node.aliases, []) AS aliases,
  [key IN node.keys WHERE key IN $keys] AS keys
