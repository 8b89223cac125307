// Purpose: timestamps that change when the graph is reloaded, or something is learned or forgotten (one row, or none).
// Parameters: none
MATCH (g:GraphInfo {id: 'graph'})
RETURN toString(g.loaded_at) AS loaded_at, toString(g.learned_at) AS learned_at
