// Purpose: whether any node of a label lacks another label.
// Parameters: most (nodes read), label, other
MATCH (n:$($label))
WITH n LIMIT $most
WHERE NOT $other IN labels(n)
RETURN true AS lacking LIMIT 1
