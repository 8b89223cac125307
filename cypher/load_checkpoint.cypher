// Purpose: advance a load's checkpoint, and return the number that marks the triples and entities of that load. Runs in
//   the transaction of the rows, after `load_lock`; if two loaders read one source, the slower one does not move the
//   checkpoint back. The first load of a graph has number 0, and its triples and entities are not marked.
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
