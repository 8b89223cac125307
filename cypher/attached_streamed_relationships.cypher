// Purpose: the relationships of an attached graph with some properties, in storage order; dates and times as text,
//   since the driver has none before year 1.
// Parameters: types (relationship types), labels (each end has at least one of them), keys (property names), skip
//   (relationships already read)
MATCH (a)-[r]->(b)
WHERE type(r) IN $types
  AND any(label IN labels(a) WHERE label IN $labels) AND any(label IN labels(b) WHERE label IN $labels)
WITH a, r, b SKIP $skip
RETURN type(r) AS type,
  split(elementId(a), ':')[-1] AS source, labels(a) AS source_labels,
  split(elementId(b), ':')[-1] AS target, labels(b) AS target_labels,
  [key IN keys(r) WHERE key IN $keys | [key, CASE
    WHEN valueType(r[key]) =~ '(DATE|LOCAL|ZONED|DURATION).*' THEN toString(r[key])
    WHEN valueType(r[key]) =~ 'LIST<(DATE|LOCAL|ZONED|DURATION).*' THEN [one IN r[key] | toString(one)]
    ELSE r[key]
  END]] AS properties
