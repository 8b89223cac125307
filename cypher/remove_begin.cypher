// Purpose: note that loads are being removed, so that none of them passes for one that is there.
// Parameters: ids (list of strings)
MATCH (l:Load) WHERE l.id IN $ids
SET l.stage = 'removing', l.done = false
