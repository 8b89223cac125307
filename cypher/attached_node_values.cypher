// Purpose: the values of some properties of all nodes of a label, node by node, for the value index.
// Parameters: keys (names of the properties), length (characters of a text; longer ones are left out), label
MATCH (n:$($label))
RETURN [key IN $keys | CASE
  WHEN valueType(n[key]) STARTS WITH 'STRING' AND size(n[key]) > $length THEN null
  ELSE n[key]
END] AS values
