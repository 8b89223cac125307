// Purpose: the nodes of an attached graph with some properties, in storage order; dates and times as text, since the
//   driver has none before year 1.
// Parameters: labels (a node has at least one of them), keys (property names), skip (nodes already read)
MATCH (n)
WHERE any(label IN labels(n) WHERE label IN $labels)
WITH n SKIP $skip
RETURN split(elementId(n), ':')[-1] AS number, labels(n) AS labels, [key IN keys(n) WHERE key IN $keys | [key, CASE
  WHEN valueType(n[key]) =~ '(DATE|LOCAL|ZONED|DURATION).*' THEN toString(n[key])
  WHEN valueType(n[key]) =~ 'LIST<(DATE|LOCAL|ZONED|DURATION).*' THEN [one IN n[key] | toString(one)]
  ELSE n[key]
END]] AS properties
