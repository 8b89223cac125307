// Purpose: record that loads are being removed, so that they no longer count as loaded.
// Parameters: ids (list of strings)
MATCH (l:Load) WHERE l.id IN $ids
SET l.stage = 'removing', l.done = false
