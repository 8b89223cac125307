// Purpose: average fan-out and fan-in of a relationship type (relationships per node at either end), from a sample.
// Parameters: most (relationships read), nodes (nodes whose relationships are counted); placeholders: type
CYPHER 25
CALL () {
  CALL () {
    MATCH (n)-[:`$type`]->()
    WITH n LIMIT $most
    WITH DISTINCT n LIMIT $nodes
    RETURN COUNT { (n)-[:`$type`]->() } AS fan
  }
  RETURN avg(fan) AS out
}
CALL () {
  CALL () {
    MATCH (n)<-[:`$type`]-()
    WITH n LIMIT $most
    WITH DISTINCT n LIMIT $nodes
    RETURN COUNT { (n)<-[:`$type`]-() } AS fan
  }
  RETURN avg(fan) AS in
}
RETURN out, in
