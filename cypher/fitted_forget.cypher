// Purpose: delete a fitted model, and all but the latest few of the others.
// Parameters: key (string), others (integer, how many others to keep)
CYPHER 25
CALL () {
  MATCH (m:FittedModel)
  WHERE m.key <> $key AND m.part = 0
  WITH m.key AS key, m.made_at AS made_at
  ORDER BY made_at DESC
  LIMIT $others
  RETURN collect(key) AS kept
}
MATCH (m:FittedModel)
WHERE NOT m.key IN kept
DELETE m
