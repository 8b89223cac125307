// Purpose: the triples that touch some entities, those of the first entities first: for encoding where none is stored.
// Parameters: ids (list of entity ids, nearest to the topics first), hub_cap (integer: triples of one entity in either direction), most (integer)
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
