// Purpose: some relations with their counts, samples of the entities at both ends of their triples, and the average
//   number of triples per entity at either end, estimated from a few of these.
// Parameters: relations (list of relation ids), spread (integer: triples read per relation), samples (integer: sampled
//   evenly from these), fans (integer: samples whose ends' triples are counted), look (integer: most triples counted
//   per end)
CYPHER 25
UNWIND $relations AS id
// A relation that leads only to mediators has a count of 0.
MATCH (relation:Relation {id: id}) WHERE coalesce(relation.count, 1) > 0
CALL (relation) {
  // In this form the planner looks the type up; with labels, or another type expression, it scans all nodes.
  MATCH ()-[r:$(relation.id)]->()
  WITH startNode(r) AS s, endNode(r) AS o LIMIT $spread
  WITH {s: s, o: o} AS pair WHERE s:Entity AND o:Entity AND NOT s:Mediator AND NOT o:Mediator
  WITH collect(pair) AS read
  WITH [i IN range(0, size(read) - 1, 1 + size(read) / $samples) | read[i]] AS pairs
  RETURN pairs, coll.distinct([pair IN pairs | pair.s.name]) AS subjects, coll.distinct([pair IN pairs | pair.o.name]) AS objects,
    head([pair IN pairs | pair.s.datatype]) AS subject_type, head([pair IN pairs | pair.o.datatype]) AS object_type
}
CALL (relation, pairs) {
  // Ends are sampled in proportion to their triples, so the harmonic mean of these is the mean over all ends.
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
