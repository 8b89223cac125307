// Purpose: how many relationships of a type a node at either end of them has, on average, of some such nodes.
// Parameters: most (relationships that are looked at), nodes (nodes of which relationships are counted); place: type
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
