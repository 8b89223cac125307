// Purpose: for some relations, which relations can follow them, and at how many entities.
// Parameters: relations (list of relation ids), most (integer: most frequent followers returned per relation and
//   direction)
CYPHER 25
UNWIND $relations AS id
MATCH (first:Relation {id: id})
CALL (first) {
  UNWIND ['out-out', 'out-in', 'in-out', 'in-in'] AS direction
  CALL (first, direction) {
    MATCH (first)-[f:FOLLOWED_BY {direction: direction}]->(second:Relation)
    RETURN second.id AS second, f.count AS n ORDER BY n DESC, second LIMIT $most
  }
  RETURN collect([direction, second, n]) AS steps
}
RETURN id, steps
