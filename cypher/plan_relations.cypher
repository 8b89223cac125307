// Purpose: some relations with their counts, samples of the entities at both ends of its triples, and for a few of these how many triples of the relation they have.
// Parameters: relations (list of relation ids), spread (integer: triples of one relation read), samples (integer: of these taken, evenly), fans (integer: of these, for how many the triples of both ends are counted), look (integer: most triples counted of one end)
CYPHER 25
UNWIND $relations AS id
// One that only leads to what joins the parts of facts counts no triples.
MATCH (relation:Relation {id: id}) WHERE coalesce(relation.count, 1) > 0
CALL (relation) {
  // So written the planner looks the type up; with labels, or another expression for the type, it scans all nodes.
  MATCH ()-[r:$(relation.id)]->()
  WITH startNode(r) AS s, endNode(r) AS o LIMIT $spread
  WITH {s: s, o: o} AS pair WHERE s:Entity AND o:Entity AND NOT s:Mediator AND NOT o:Mediator
  WITH collect(pair) AS read
  WITH [i IN range(0, size(read) - 1, 1 + size(read) / $samples) | read[i]] AS pairs
  RETURN pairs, coll.distinct([pair IN pairs | pair.s.name]) AS subjects, coll.distinct([pair IN pairs | pair.o.name]) AS objects,
    head([pair IN pairs | pair.s.datatype]) AS subject_type, head([pair IN pairs | pair.o.datatype]) AS object_type
}
CALL (relation, pairs) {
  // An end is drawn as often as it has triples: the harmonic mean of their numbers is the mean of all ends.
  UNWIND pairs[..$fans] AS pair
  WITH pair.s AS s
  CALL (relation, s) { MATCH (s)-[r]->(:Entity&!Mediator) WITH r LIMIT $look WHERE type(r) = relation.id RETURN count(*) AS n }
  RETURN 1 / avg(CASE WHEN n > 1 THEN 1.0 / n ELSE 1.0 END) AS fan_out
}
CALL (relation, pairs) {
  UNWIND pairs[..$fans] AS pair
  WITH pair.o AS o
  CALL (relation, o) { MATCH (o)<-[r]-(:Entity&!Mediator) WITH r LIMIT $look WHERE type(r) = relation.id RETURN count(*) AS n }
  RETURN 1 / avg(CASE WHEN n > 1 THEN 1.0 / n ELSE 1.0 END) AS fan_in
}
RETURN id, relation.name AS name, coalesce(relation.description, '') AS description, coalesce(relation.count, 0) AS count,
  subjects, objects, coalesce(subject_type, '') AS subject_type, coalesce(object_type, '') AS object_type,
  coalesce(fan_out, 1.0) AS fan_out, coalesce(fan_in, 1.0) AS fan_in
