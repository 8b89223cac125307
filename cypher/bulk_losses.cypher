// Purpose: what a graph holds that would be lost with it: one row of numbers, and which loads it came by.
// Parameters: none
RETURN COUNT { (:Entity) } AS entities, COUNT { (:Entity)-->() } AS triples, COUNT { (:Ask) } AS asks,
  COUNT { () } - COUNT { (:Entity) } - COUNT { (:Relation) } - COUNT { (:Load) } - COUNT { (:GraphInfo) } - COUNT { (:Ask) } AS others,
  COLLECT { MATCH (l:Load) RETURN coalesce(l.source, l.id) ORDER BY l.started_at } AS sources,
  COLLECT { MATCH (l:Load) RETURN l.id } AS loads
