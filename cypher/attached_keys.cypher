// Purpose: the properties of the nodes of a label, with the number of nodes that have each.
// Parameters: most (nodes read), label
MATCH (n:$($label))
WITH n LIMIT $most
UNWIND keys(n) AS key
RETURN key, count(*) AS count
