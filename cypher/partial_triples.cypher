// Purpose: the triples of some relations around some entities, for each relation and direction those most similar to a
//   text first; triples without a vector are returned after them, with a null similarity. Neo4j cannot look
//   relationships up by a type passed as a parameter, so all of an entity are read and filtered, at most `read_cap` per
//   direction.
// Parameters: frontier (list of {id: entity, came_by: id of the triple not to go back along}), ways (list of {relation,
//   outward}), vector (of the text), beyond (list of ids allowed at the other end, or null), touching (list of lists of
//   ids: the other end has a triple with at least one of each list), read_cap (int: triples read per entity and
//   direction), hub_cap (int: triples returned per entity, relation and direction), most (int: triples in all), keep,
//   bare (int: triples returned per relation and direction, with and without vector)
CYPHER 25
CALL () {
  UNWIND $touching AS ids
  CALL (ids) { MATCH (known:Entity) WHERE known.id IN ids RETURN collect(known) AS some }
  RETURN collect(some) AS touched
}
UNWIND $frontier AS place
MATCH (entity:Entity {id: place.id})
WHERE NOT entity:Value OR entity.datatype = 'time' OR place.came_by = ''
UNWIND $ways AS way
CALL (touched, entity, place, way) {
  CALL (entity, way) {
    WITH entity, way WHERE way.outward
    MATCH (entity)-[triple]->(other) RETURN triple, other LIMIT $read_cap
    UNION ALL
    WITH entity, way WHERE NOT way.outward
    MATCH (entity)<-[triple]-(other) RETURN triple, other LIMIT $read_cap
  }
  WITH touched, triple, other, place, way
  WHERE type(triple) = way.relation AND other:Entity AND NOT other:Mediator
    AND left(triple.id, 20) <> place.came_by
    AND ($beyond IS NULL OR other.id IN $beyond)
    AND all(some IN touched WHERE EXISTS { UNWIND some AS known MATCH (other)--(known) })
  RETURN triple, other LIMIT $hub_cap
}
WITH entity, way, triple, other LIMIT $most
WITH entity, way, triple, other,
     1 - vector_distance(vector(triple.embedding, vector_dimension_count($vector), FLOAT32), $vector, COSINE) AS similarity
ORDER BY similarity DESC, triple.id
WITH way, collect({
  entity: entity.id, entity_name: entity.name, id: other.id, name: other.name, similarity: similarity,
  triple: triple.id, element: elementId(triple), text: CASE WHEN similarity IS NULL THEN triple.text END
}) AS found
RETURN way.relation AS relation, way.outward AS outward,
       [one IN found WHERE one.similarity IS NOT NULL][..$keep]
       + [one IN found WHERE one.similarity IS NULL][..$bare] AS triples,
       size([one IN found WHERE one.similarity IS NULL]) AS without_vector
