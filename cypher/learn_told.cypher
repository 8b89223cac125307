// Purpose: tell all who ask the graph that something was learned.
// Parameters: none
MERGE (g:GraphInfo {id: 'graph'})
SET g.learned_at = datetime()
