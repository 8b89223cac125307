// Purpose: change what the graph records about itself.
// Parameters: properties (map; null removes a property)
MERGE (g:GraphInfo {id: 'graph'})
SET g += $properties
