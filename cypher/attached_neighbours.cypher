// Purpose: the texts and integers of some nodes and of their neighbours.
// Parameters: ids (element ids of the nodes), around (most relationships per node), length (characters kept of a text)
MATCH (n) WHERE elementId(n) IN $ids
CALL (n) {
  MATCH (n)-[r]-(m)
  WITH r, m LIMIT $around
  RETURN collect({
    type: type(r),
    outward: startNode(r) = n,
    id: elementId(m),
    labels: labels(m),
    properties: [key IN keys(m)
      WHERE valueType(m[key]) STARTS WITH 'STRING' OR valueType(m[key]) STARTS WITH 'INTEGER' |
      [key, left(toString(m[key]), $length)]]
  }) AS steps
}
RETURN
  elementId(n) AS id,
  [key IN keys(n) WHERE valueType(n[key]) STARTS WITH 'STRING' OR valueType(n[key]) STARTS WITH 'INTEGER' |
    [key, left(toString(n[key]), $length)]] AS properties,
  steps
