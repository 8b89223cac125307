// Purpose: forget the exemplars of some sets.
// Parameters: sets (list of names; empty for all)
CYPHER 25
MATCH (exemplar:Exemplar)
WHERE size($sets) = 0 OR exemplar.set IN $sets
WITH exemplar, exemplar.support AS support
DELETE exemplar
WITH count(*) AS forms, sum(support) AS pairs
MERGE (g:GraphInfo {id: 'graph'})
SET g.learned_at = datetime()
RETURN forms, pairs
