// Purpose: some nodes of a label that have at least one of some properties.
// Parameters: most (nodes read), keys (properties), some (nodes returned), label
MATCH (n:$($label))
WITH n LIMIT $most
WHERE any(key IN $keys WHERE n[key] IS NOT NULL)
RETURN elementId(n) AS id LIMIT $some
