// Purpose: the latest two complete answers stored for questions whose ids have a given prefix, latest first.
// Parameters: first (string, the prefix), after (string that sorts after all ids with the prefix)
CYPHER 25
MATCH (a:Ask)
WHERE a.id >= $first AND a.id < $after
RETURN a.id AS id, a.answer AS answer
ORDER BY a.id DESC
LIMIT 2
