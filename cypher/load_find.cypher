// Purpose: the checkpoint of one load (one row, or none if it never started).
// Parameters: id (string)
MATCH (l:Load {id: $id})
RETURN l.position AS position, l.lines AS lines, l.triples AS triples, l.rejected AS rejected,
  l.stage AS stage, l.done AS done
