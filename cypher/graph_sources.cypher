// Purpose: the loads in the graph, oldest first.
// Parameters: none
MATCH (l:Load)
RETURN l.id AS id, coalesce(l.source, l.id) AS source, l.prefix AS prefix, coalesce(l.kind, '') AS kind,
  coalesce(l.number, 0) AS number, l.number IS NULL AS unnumbered, l.stage AS stage, l.done AS done,
  toString(coalesce(l.finished_at, l.started_at)) AS loaded_at, coalesce(l.held, l.triples) AS triples,
  l.entities AS entities
ORDER BY l.started_at, l.id
