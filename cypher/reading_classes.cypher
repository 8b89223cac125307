// Purpose: the names of classes, the most frequent first: the entities to which relations such as `instance of` lead.
// Parameters: relations (list of relation ids), spread (integer: triples read per relation), limit (integer: most
//   names)
CYPHER 25
UNWIND $relations AS id
MATCH (relation:Relation {id: id})
CALL (relation) {
  // In this form the planner looks the type up; with labels, or another type expression, it scans all nodes.
  MATCH ()-[r:$(relation.id)]->()
  WITH endNode(r) AS o LIMIT $spread
  WITH o WHERE o:Entity AND NOT o:Value AND NOT o:Mediator
  RETURN o.name AS name, count(*) AS members
}
RETURN name, sum(members) AS members ORDER BY members DESC, name LIMIT $limit
