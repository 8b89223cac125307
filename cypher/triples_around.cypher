// Purpose: for triples that lead to an entity, some of that entity's other triples: a few for each relation and
//   direction, among the first in storage order, so that a hub costs no more than other entities.
// Parameters: ways (list of {element: element id of the triple, id: entity it leads to}), look (integer: triples read
//   per entity), each (integer: triples per relation and direction), most (integer: triples returned per given triple),
//   bare (boolean: also triples without a vector)
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
