// Purpose: block other loads of this graph until this transaction ends, so that none of them creates a triple between
//   our look-up and our creating it.
// Parameters: none
MERGE (g:GraphInfo {id: 'graph'})
SET g.loading = true
REMOVE g.loading
