// Purpose: the last whole answers that were kept for questions whose ids begin alike, the latest first, two at most.
// Parameters: first (string, the beginning), after (string, after all ids that begin so)
CYPHER 25
MATCH (a:Ask)
WHERE a.id >= $first AND a.id < $after
RETURN a.id AS id, a.answer AS answer
ORDER BY a.id DESC
LIMIT 2
