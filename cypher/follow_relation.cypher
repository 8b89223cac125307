// Purpose: one step along a known relation from several entities, with each other end's similarity to the question: completes a role that exploration saw only in part.
// Parameters: ids (list of entity ids), relation (string: relationship type), outward (boolean: walk along the relationship, or against it), question (vector), hub_cap (int: triples looked at for one entity), most (int: triples in all)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  CALL (entity) {
    WITH entity WHERE $outward
    MATCH (entity)-[triple]->(other:Entity&!Mediator) RETURN triple, other LIMIT $hub_cap
    UNION ALL
    WITH entity WHERE NOT $outward
    MATCH (entity)<-[triple]-(other:Entity&!Mediator) RETURN triple, other LIMIT $hub_cap
  }
  WITH triple, other
  WHERE type(triple) = $relation
  RETURN triple, other
}
WITH entity, triple, other
LIMIT $most
RETURN entity.id AS entity, entity.name AS entity_name, left(triple.id, 20) AS triple, other.id AS id, other.name AS name,
       CASE WHEN other.embedding IS NOT NULL
            THEN 2 * vector.similarity.cosine(other.embedding, $question) - 1 END AS similarity
