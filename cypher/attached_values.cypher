// Purpose: the distinct values of some properties of a label, for properties with few values.
// Parameters: most (nodes read), keys (property names), length (characters kept of a text), values (most values per
//   property, most frequent first), label
MATCH (n:$($label))
WITH n LIMIT $most
UNWIND $keys AS key
WITH key, n[key] AS value
WHERE value IS NOT NULL
WITH key, left(toString(value), $length) AS value, count(*) AS count
ORDER BY count DESC, value
RETURN key, collect(value)[..$values] AS values
