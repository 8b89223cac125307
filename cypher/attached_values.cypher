// Purpose: the distinct values of some properties of a label, for properties that have few.
// Parameters: most (nodes that are looked at), keys (names of the properties), length (characters of a text),
//   values (of one property, most frequent first), label
MATCH (n:$($label))
WITH n LIMIT $most
UNWIND $keys AS key
WITH key, n[key] AS value
WHERE value IS NOT NULL
WITH key, left(toString(value), $length) AS value, count(*) AS count
ORDER BY count DESC, value
RETURN key, collect(value)[..$values] AS values
