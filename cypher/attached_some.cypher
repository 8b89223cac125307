// Purpose: some nodes of a label that have any of some properties.
// Parameters: most (nodes that are looked at), keys (properties of which they have some), some (nodes returned), label
MATCH (n:$($label))
WITH n LIMIT $most
WHERE any(key IN $keys WHERE n[key] IS NOT NULL)
RETURN elementId(n) AS id LIMIT $some
