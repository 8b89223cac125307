// Purpose: delete what was learned into some sets, and all fitted models.
// Parameters: sets (list of names; empty for all)
CYPHER 25
CALL () {
  // Fitted models contain learned question templates as well.
  MATCH (m:FittedModel)
  DELETE m
}
MATCH (learned:Exemplar|Lesson)
WHERE size($sets) = 0 OR learned.set IN $sets
WITH learned, learned.support AS support, CASE WHEN learned.kind = 'word' THEN 0 ELSE 1 END AS form
DELETE learned
WITH sum(form) AS forms, sum(support) AS pairs
MERGE (g:GraphInfo {id: 'graph'})
SET g.learned_at = datetime()
RETURN forms, pairs
