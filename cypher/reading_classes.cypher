// Purpose: the names of what relations lead to that say of what class something is, the commonest first.
// Parameters: relations (list of relation ids), spread (integer: triples of one relation read), limit (integer: most names)
CYPHER 25
UNWIND $relations AS id
MATCH (relation:Relation {id: id})
CALL (relation) {
  // So written the planner looks the type up; with labels, or another expression for the type, it scans all nodes.
  MATCH ()-[r:$(relation.id)]->()
  WITH endNode(r) AS o LIMIT $spread
  WITH o WHERE o:Entity AND NOT o:Value AND NOT o:Mediator
  RETURN o.name AS name, count(*) AS members
}
RETURN name, sum(members) AS members ORDER BY members DESC, name LIMIT $limit
