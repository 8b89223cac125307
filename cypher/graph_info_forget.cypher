// Purpose: delete what an empty graph records about its vectors.
// Parameters: none
MATCH (g:GraphInfo {id: 'graph'}) WHERE NOT EXISTS { (:Entity) } AND NOT EXISTS { (:Load) }
DELETE g
