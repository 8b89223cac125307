// Purpose: the values of some properties of all nodes of a label, one row per node, for the value index.
// Parameters: keys (property names), length (characters; longer texts are left out), label
MATCH (n:$($label))
RETURN [key IN $keys | CASE
  WHEN valueType(n[key]) STARTS WITH 'STRING' AND size(n[key]) > $length THEN null
  ELSE n[key]
END] AS values
