// Purpose: the surroundings of the nodes with one name: relationship types with the labels at their other end, and
//   properties.
// Parameters: value (the name as stored), nodes (most nodes with that name), reads (most relationships per node and
//   direction); placeholders: label, property
CYPHER 25
CALL () {
  MATCH (n:`$label`)
  WHERE n.`$property` = $value
  RETURN n
  LIMIT $nodes
}
CALL (n) {
  CALL (n) {
    MATCH (n)-[r]->(m)
    RETURN r, m
    LIMIT $reads
  }
  RETURN true AS type, type(r) AS relation, true AS outward, labels(m) AS labels, count(r) AS triples,
         count(DISTINCT m) AS ends
  UNION ALL
  CALL (n) {
    MATCH (n)<-[r]-(m)
    RETURN r, m
    LIMIT $reads
  }
  RETURN true AS type, type(r) AS relation, false AS outward, labels(m) AS labels, count(r) AS triples,
         count(DISTINCT m) AS ends
  UNION ALL
  UNWIND keys(n) AS key
  RETURN false AS type, key AS relation, true AS outward, [] AS labels, 1 AS triples, 1 AS ends
}
RETURN type, relation, outward, labels, sum(triples) AS triples, sum(ends) AS ends
