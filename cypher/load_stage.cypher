// Purpose: record that a load has reached a stage.
// Parameters: id, stage (strings), done (boolean)
MATCH (l:Load {id: $id})
SET l.stage = $stage, l.done = $done, l.finished_at = CASE WHEN $done THEN datetime() END
