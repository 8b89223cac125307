// Purpose: delete the records of loads of which nothing is left in the graph.
// Parameters: ids (list of strings)
MATCH (l:Load) WHERE l.id IN $ids
DELETE l
