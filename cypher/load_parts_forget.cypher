// Purpose: remove the locks of a load's parts.
// Parameters: prefix (string: beginning of their ids)
MATCH (g:GraphInfo) WHERE g.id STARTS WITH $prefix
DELETE g
