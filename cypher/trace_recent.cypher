// Purpose: the latest questions asked on the graph, by any user, latest first. Ids sort by time.
// Parameters: limit (integer)
CYPHER 25
MATCH (a:Ask)
WHERE a.id >= ''
WITH a ORDER BY a.id DESC LIMIT $limit
RETURN a.id AS id, toString(a.asked_at) AS asked_at, a.question AS question, a.method AS method, a.status AS status,
  a.text AS text
