// Purpose: record the time of learning, so that other users of the graph see that something was learned.
// Parameters: none
MERGE (g:GraphInfo {id: 'graph'})
SET g.learned_at = datetime()
