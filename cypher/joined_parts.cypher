// Purpose: the triples of the mediators in a page of entities in id order. A time is returned as the ISO text of its
//   first day.
// Parameters: after, until (strings: ids of the page lie between them), size (integer)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after AND e.id < $until
WITH e ORDER BY e.id LIMIT $size
WITH max(e.id) AS last, count(e) AS size, [e IN collect(e) WHERE e:Mediator] AS mediators
CALL (mediators) {
  UNWIND mediators AS m
  CALL (m) {
    CALL (m) {
      MATCH (m)-[r]->(part:Entity) RETURN type(r) AS relation, true AS outward, part
      UNION ALL
      MATCH (m)<-[r]-(part:Entity) RETURN type(r) AS relation, false AS outward, part
    }
    RETURN collect({
      relation: relation, outward: outward, id: part.id, name: part.name, mediator: part:Mediator, datatype: part.datatype,
      value: CASE WHEN part.datatype = 'time' THEN toString(part.value) ELSE part.value END, precision: part.precision
    }) AS parts
  }
  RETURN collect({id: m.id, parts: parts}) AS mediators_parts
}
RETURN last, size, mediators_parts AS mediators
