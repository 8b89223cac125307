// Purpose: for a page of entities in id order, count the entities at which a walk can go from one relation to another,
//   and the triples per relation. `direction` is how the first and the second relation are walked; going back along the
//   same relation counts only if there is another triple to go back on. Mediators are left out, and no walk passes
//   through a literal other than a time.
// Parameters: after (string, last id of the previous page), size (integer)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $size
CALL (e) {
  WITH e WHERE NOT e:Mediator AND (NOT e:Value OR e.datatype = 'time')
  CALL (e) {
    MATCH (e)-[r]->(:Entity&!Mediator)
    RETURN type(r) AS relation, 'in' AS arrives, 'out' AS leaves, count(*) AS triples
    UNION ALL
    MATCH (e)<-[r]-(:Entity&!Mediator)
    RETURN type(r) AS relation, 'out' AS arrives, 'in' AS leaves, count(*) AS triples
  }
  RETURN collect({relation: relation, arrives: arrives, leaves: leaves, triples: triples}) AS ends
}
WITH max(e.id) AS last, count(e) AS size, collect(ends) AS pages
CALL (pages) {
  UNWIND pages AS ends
  UNWIND ends AS first
  UNWIND ends AS second
  WITH first, second
  WHERE first.relation <> second.relation OR first.leaves <> second.leaves OR first.triples > 1
  WITH first.relation AS a, first.arrives + '-' + second.leaves AS direction, second.relation AS b, count(*) AS n
  RETURN collect([a, direction, b, n]) AS steps
}
CALL (pages) {
  UNWIND pages AS ends
  UNWIND ends AS end
  WITH end WHERE end.leaves = 'out'
  WITH end.relation AS relation, sum(end.triples) AS n
  RETURN collect([relation, n]) AS counts
}
RETURN last, size, steps, counts
