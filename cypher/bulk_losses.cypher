// Purpose: what would be lost if the graph were replaced: one row of counts, with the loads that the graph came from.
// Parameters: none
RETURN COUNT { (:Entity) } AS entities, COUNT { (:Entity)-->() } AS triples, COUNT { (:Ask) } AS asks,
  COUNT { () } - COUNT { (:Entity) } - COUNT { (:Relation) } - COUNT { (:Load) } - COUNT { (:GraphInfo) } - COUNT { (:Ask) } AS others,
  COLLECT { MATCH (l:Load) RETURN coalesce(l.source, l.id) ORDER BY l.started_at } AS sources,
  COLLECT { MATCH (l:Load) RETURN l.id } AS loads
