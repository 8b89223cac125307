// Purpose: the exemplars of some sets, without their vectors.
// Parameters: sets (list of names; empty for all)
MATCH (exemplar:Exemplar)
WHERE size($sets) = 0 OR exemplar.set IN $sets
RETURN exemplar.set AS set, exemplar.form AS form, exemplar.pairs AS pairs, exemplar.topics AS topics,
       exemplar.searched AS searched, exemplar.paths AS paths
ORDER BY exemplar.id
