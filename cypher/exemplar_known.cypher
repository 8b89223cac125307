// Purpose: which exemplars there are of some sets, and a mark that changes with what they were learned from.
// Parameters: sets (list of names; empty for all)
MATCH (exemplar:Exemplar)
WHERE size($sets) = 0 OR exemplar.set IN $sets
RETURN exemplar.id AS id, exemplar.mark AS mark, exemplar.support AS support
ORDER BY id
