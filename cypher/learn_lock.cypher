// Purpose: block other processes that learn until this transaction ends, so that none of them changes what is read here
//   before it is written.
// Parameters: none
MERGE (g:GraphInfo {id: 'graph'})
SET g.learning = true
REMOVE g.learning
