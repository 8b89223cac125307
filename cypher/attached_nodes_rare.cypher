// Purpose: a few of the nodes of a label that have rare properties: their labels, and the type, size and value of each
//   property.
// Parameters: most (nodes read), keys (properties; a node has at least one of them), length (characters kept of a
//   text), items (of a list), label
MATCH (n:$($label))
WITH n LIMIT $most
WHERE any(key IN keys(n) WHERE key IN $keys)
WITH n LIMIT 1000
RETURN labels(n) AS labels, [key IN keys(n) | [
  key,
  valueType(n[key]),
  CASE
    WHEN valueType(n[key]) STARTS WITH 'LIST' OR valueType(n[key]) STARTS WITH 'STRING' THEN size(n[key])
    ELSE 0
  END,
  CASE
    WHEN valueType(n[key]) STARTS WITH 'STRING' THEN left(n[key], $length)
    WHEN valueType(n[key]) STARTS WITH 'LIST' THEN n[key][..$items]
    WHEN valueType(n[key]) STARTS WITH 'BOOLEAN' OR valueType(n[key]) STARTS WITH 'INTEGER'
      OR valueType(n[key]) STARTS WITH 'FLOAT' THEN n[key]
    ELSE toStringOrNull(n[key])
  END
]] AS properties
