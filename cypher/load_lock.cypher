// Purpose: hold other loads of this graph back until this transaction ends, so that none of them makes a triple
//   between our looking for it and our making it.
// Parameters: none
MERGE (g:GraphInfo {id: 'graph'})
SET g.loading = true
REMOVE g.loading
