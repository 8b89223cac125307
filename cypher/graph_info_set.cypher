// Purpose: change what the graph says about itself.
// Parameters: properties (map; a null removes)
MERGE (g:GraphInfo {id: 'graph'})
SET g += $properties
