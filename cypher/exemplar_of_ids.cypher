// Purpose: some exemplars, without their vectors.
// Parameters: ids (list of strings)
MATCH (exemplar:Exemplar)
WHERE exemplar.id IN $ids
RETURN exemplar.set AS set, exemplar.form AS form, exemplar.pairs AS pairs, exemplar.topics AS topics,
       exemplar.searched AS searched, exemplar.paths AS paths
