// Purpose: a sample of the nodes of a label: their labels, and the type, size and value of each property.
// Parameters: most (nodes read), share (fraction of these returned, 0 to 1; deterministic), length (characters kept of
//   a text), items (of a list), label
MATCH (n:$($label))
WITH n LIMIT $most
WHERE coalesce(toInteger(split(elementId(n), ':')[-1]), 0) % 999983 * 7919 % 999983 < $share * 999983
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
