// Purpose: block other attempts at the same part of a load until this transaction ends, so that none of them creates a
//   triple between our look-up and our creating it.
// Parameters: id (string: of the part)
MERGE (g:GraphInfo {id: $id})
SET g.loading = true
REMOVE g.loading
