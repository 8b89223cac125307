// Purpose: one step along a known relation from several entities, with each other end's similarity to a question where one is given: completes a role that exploration saw only in part. A relationship type that comes as a value is no way to find relationships, all those of an entity are read to tell them: so of a hub no more than a cap is read, `cut` says where, with no triple where none was found.
// Parameters: ids (list of entity ids), relation (string: relationship type), outward (boolean: walk along the relationship, or against it), question (vector, or null: similarities are null then), read_cap (int: triples of one entity read), hub_cap (int: triples of the relation returned for one entity), most (int: triples in all)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH entity, CASE WHEN $outward THEN COUNT { (entity)-->() } ELSE COUNT { (entity)<--() } END > $read_cap AS cut
OPTIONAL CALL (entity) {
  CALL (entity) {
    WITH entity WHERE $outward
    MATCH (entity)-[triple]->(other) RETURN triple, other LIMIT $read_cap
    UNION ALL
    WITH entity WHERE NOT $outward
    MATCH (entity)<-[triple]-(other) RETURN triple, other LIMIT $read_cap
  }
  WITH triple, other
  WHERE type(triple) = $relation AND other:Entity AND NOT other:Mediator
  RETURN triple, other LIMIT $hub_cap
}
WITH entity, cut, triple, other
WHERE triple IS NOT NULL OR cut
LIMIT $most
RETURN entity.id AS entity, entity.name AS entity_name, cut, left(triple.id, 20) AS triple, other.id AS id, other.name AS name,
       CASE WHEN $question IS NOT NULL
            THEN 1 - vector_distance(vector(other.embedding, vector_dimension_count($question), FLOAT32), $question, COSINE)
            END AS similarity
