// Purpose: number of entities that the chains of a candidate plan reach together, for many candidates at once: Neo4j
//   plans this statement once, whatever the candidates are. Goes level by level and visits each entity once, with two
//   of the entities it was reached from: enough never to go straight back. Mediators are skipped; of literals only
//   times are passed through.
// Parameters: reads (integer: triples read per level), chains (list of {group: integer, topic: entity id, steps: list
//   of {relation, outward}}), needed (integer: number of chains of a group that must reach an entity), excluded (list
//   of entity ids that do not count as ends)
CYPHER 25
UNWIND $chains AS chain
MATCH (start:Entity {id: chain.topic})
WITH chain, reduce(level = [{node: start, over: []}], step IN chain.steps | COLLECT {
  UNWIND level AS place
  WITH place.node AS node, place.over AS over, coalesce(place.step.relation = step.relation, false) AS again, place.step.outward AS came
  WHERE size(over) = 0 OR NOT node:Value OR node.datatype = 'time'
  CALL (node, step) {
    WITH node, step WHERE step.outward
    MATCH (node)-[r]->(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN next
    UNION ALL
    WITH node, step WHERE NOT step.outward
    MATCH (node)<-[r]-(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN next
  }
  WITH node, over, again, came, next LIMIT $reads
  WITH node, next, over WHERE NOT (again AND over = [next] AND (came <> step.outward OR next = node))
  // The least and the greatest take far less memory than a list of all.
  WITH next, min(node) AS first, max(node) AS last
  RETURN {node: next, over: CASE WHEN first = last THEN [first] ELSE [first, last] END, step: step}
}) AS ends
UNWIND ends AS place
WITH chain.group AS group, place.node AS node, count(*) AS reached
WHERE reached >= $needed AND NOT node.id IN $excluded
RETURN group, count(*) AS total
ORDER BY group
