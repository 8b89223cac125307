// Purpose: delete some of the traces older than the latest `keep` questions.
// Parameters: keep (integer), limit (integer: traces deleted per call)
CYPHER 25
MATCH (a:Ask)
WHERE a.id >= ''
WITH a ORDER BY a.id DESC SKIP $keep LIMIT $limit
DELETE a
