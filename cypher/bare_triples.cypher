// Purpose: the triples of some entities that have a text but no vector yet, in the order of the entities. Only triples
//   that a nearest-triple search would read are considered.
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
WITH triple, place
WHERE triple.embedding IS NULL AND triple.text IS NOT NULL
WITH triple, min(place) AS place
ORDER BY place, triple.id
LIMIT $most
RETURN elementId(triple) AS element, triple.text AS text
