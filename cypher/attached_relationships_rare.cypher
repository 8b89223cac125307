// Purpose: a few of the relationships of a type that have rare properties: the labels of their ends, and the type, size
//   and value of each property.
// Parameters: most (relationships read), keys (properties; a relationship has at least one of them), length (characters
//   kept of a text), items (of a list); placeholders: type
MATCH (a)-[n:`$type`]->(b)
WITH a, n, b LIMIT $most
WHERE any(key IN keys(n) WHERE key IN $keys)
WITH a, n, b LIMIT 1000
RETURN labels(a) AS sources, labels(b) AS targets, [key IN keys(n) | [
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
