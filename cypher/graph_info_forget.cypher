// Purpose: forget what an empty graph says about its vectors.
// Parameters: none
MATCH (g:GraphInfo {id: 'graph'}) WHERE NOT EXISTS { (:Entity) } AND NOT EXISTS { (:Load) }
DELETE g
