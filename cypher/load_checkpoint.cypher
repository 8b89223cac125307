// Purpose: move a load's checkpoint forward, and return the number by which triples and entities tell the loads that
//   brought them. In the transaction of the rows, after `load_lock`; of two loaders of one source, the slower one
//   does not move it back. The first load of a graph has the number 0, and marks nothing with it.
// Parameters: id, source, prefix, kind (strings), position, lines, triples, rejected (integers)
CYPHER 25
MATCH (g:GraphInfo {id: 'graph'})
WITH g, coalesce(g.loads, CASE WHEN EXISTS { (:Load) } THEN 1 ELSE 0 END) AS next
MERGE (l:Load {id: $id})
ON CREATE SET l.number = next, g.loads = next + 1, l.source = $source, l.prefix = $prefix, l.kind = $kind,
  l.stage = 'rows', l.done = false, l.position = -1, l.started_at = datetime()
FOREACH (_ IN CASE WHEN l.position < $position THEN [1] END |
  SET l.position = $position, l.lines = $lines, l.triples = $triples, l.rejected = $rejected)
RETURN coalesce(l.number, 0) AS number
