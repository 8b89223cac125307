// Purpose: entities by folded names and aliases, with their number of triples.
// Parameters: queries (list of full-text queries on the index of folded names), limit (most entities per query)
CYPHER 25
UNWIND $queries AS query
CALL db.index.fulltext.queryNodes('entity_keys', query, {limit: $limit}) YIELD node
WITH DISTINCT node
RETURN node.id AS id, node.name AS name, coalesce(node.keys, []) AS keys, node:Value AS literal, COUNT { (node)--() } AS degree
