// Purpose: the triples of some relations around some entities, of each relation and direction those most similar to a text first; those without a vector come beside them, with no similarity. A relationship type that comes as a value is no way to find relationships, all those of an entity are read to tell them: so of a hub no more than a cap is read in either direction.
// Parameters: frontier (list of {id: entity, came_by: id of the triple not to step back along}), ways (list of {relation, outward}), vector (of the text), beyond (list of ids that the other end is among, or null), touching (list of lists of ids: the other end has a triple with one of each), read_cap (int: triples of one entity read in either direction), hub_cap (int: triples of one entity, relation and direction returned), most (int: triples in all), keep, bare (int: triples returned of one relation and direction, with and without vector)
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
