// Purpose: move a load's checkpoint forward. In the transaction of the rows; of two loaders of one
//   source, the slower one does not move it back.
// Parameters: id, source, prefix (strings), position, lines, triples, rejected (integers)
MERGE (l:Load {id: $id})
ON CREATE SET l.source = $source, l.prefix = $prefix, l.stage = 'rows', l.done = false, l.position = -1,
  l.started_at = datetime()
WITH l WHERE l.position < $position
SET l.position = $position, l.lines = $lines, l.triples = $triples, l.rejected = $rejected
