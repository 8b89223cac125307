// Purpose: the triples of some entities, in the order of the entities, to be encoded if the graph stores no vectors of
//   triples.
// Parameters: ids (list of entity ids, nearest to the topics first), hub_cap (integer: triples read per entity and
//   direction), most (integer)
CYPHER 25
UNWIND range(0, size($ids) - 1) AS place
MATCH (entity:Entity {id: $ids[place]})
CALL (entity) {
  MATCH (entity)-[triple]->(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
  UNION ALL
  MATCH (entity)<-[triple]-(:Entity&!Mediator) RETURN triple LIMIT $hub_cap
}
WITH triple, min(place) AS place
ORDER BY place, triple.id
LIMIT $most
WITH triple, startNode(triple) AS source, endNode(triple) AS target
OPTIONAL MATCH (relation:Relation {id: type(triple)})
RETURN source.id AS source, source.name AS source_name, type(triple) AS relation, relation.name AS relation_name,
       target.id AS target, target.name AS target_name
