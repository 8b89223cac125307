// Purpose: for triples that lead to an entity, some of the other triples around that entity: a few for each way in which a relation touches it, among the first that the store gives, so that a hub costs no more than others.
// Parameters: ways (list of {element: element id of the triple, id: entity it leads to}), look (integer: triples of one entity looked at), each (integer: triples for each relation and direction), most (integer: triples in all), bare (boolean: also triples without a vector)
CYPHER 25
UNWIND $ways AS way
MATCH (entity:Entity {id: way.id})
CALL (entity, way) {
  CALL (entity) { MATCH (entity)-[triple]-(:Entity&!Mediator) RETURN triple LIMIT $look }
  WITH triple
  WHERE elementId(triple) <> way.element AND ($bare OR triple.embedding IS NOT NULL)
  WITH type(triple) AS type, startNode(triple) = entity AS outward, collect(elementId(triple))[..$each] AS some
  ORDER BY type, outward
  UNWIND some AS element
  WITH element LIMIT $most
  RETURN collect(element) AS around
}
RETURN way.element AS element, way.id AS id, around
