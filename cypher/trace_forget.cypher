// Purpose: forget what was asked before the latest `keep` questions, a bounded number at a time.
// Parameters: keep (integer), limit (integer)
CYPHER 25
MATCH (a:Ask)
WHERE a.id >= ''
WITH a ORDER BY a.id DESC SKIP $keep LIMIT $limit
DELETE a
