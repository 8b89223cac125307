// Purpose: mark the mediators in a page of entities in id order: nodes without a name that have at least two and at
//   most `most` triples, at least one of them outgoing and one with a named entity, and more than half of them by
//   relations known to lead to mediators.
// Parameters: after, until (strings: ids of the page lie between them), size (integer), most (integer: triples of a
//   mediator), into, out_of (lists of relationship types that lead to, and from, mediators)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after AND e.id < $until
WITH e ORDER BY e.id LIMIT $size
WITH max(e.id) AS last, count(e) AS size,
     [e IN collect(e) WHERE e.name = e.id AND NOT e:Value AND NOT e:Mediator] AS nameless
CALL (nameless) {
  UNWIND nameless AS e
  WITH e, COUNT { (e)--() } AS facts
  WHERE facts > 1 AND COUNT { (e)-->() } > 0
  WITH e, facts,
       facts <= $most
       AND EXISTS { MATCH (e)--(part:Entity&!Value) WHERE part.name <> part.id }
       AND 2 * (COUNT { (e)<-[r]-() WHERE type(r) IN $into } + COUNT { (e)-[r]->() WHERE type(r) IN $out_of }) > facts
       AS joins
  FOREACH (_ IN CASE WHEN joins THEN [1] END | SET e:Mediator, e.keys = [])
  RETURN sum(CASE WHEN joins THEN 1 ELSE 0 END) AS marked, sum(CASE WHEN facts > $most THEN 1 ELSE 0 END) AS bigger
}
RETURN last, size, marked, bigger
