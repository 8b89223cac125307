// Purpose: which properties nodes of a label have, and how many of them each.
// Parameters: most (nodes that are looked at), label
MATCH (n:$($label))
WITH n LIMIT $most
UNWIND keys(n) AS key
RETURN key, count(*) AS count
