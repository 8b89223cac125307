// Purpose: one step along a known relation from several entities, with each other end's similarity to a question where one is given: completes a role that exploration saw only in part.
// Parameters: ids (list of entity ids), relation (string: relationship type), outward (boolean: walk along the relationship, or against it), question (vector, or null: similarities are null then), hub_cap (int: triples of the relation looked at for one entity), most (int: triples in all)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  WITH entity WHERE $outward
  MATCH (entity)-[triple:$($relation)]->(other:Entity&!Mediator) RETURN triple, other LIMIT $hub_cap
  UNION ALL
  WITH entity WHERE NOT $outward
  MATCH (entity)<-[triple:$($relation)]-(other:Entity&!Mediator) RETURN triple, other LIMIT $hub_cap
}
WITH entity, triple, other
LIMIT $most
RETURN entity.id AS entity, entity.name AS entity_name, left(triple.id, 20) AS triple, other.id AS id, other.name AS name,
       CASE WHEN $question IS NOT NULL
            THEN 1 - vector_distance(vector(other.embedding, vector_dimension_count($question), FLOAT32), $question, COSINE)
            END AS similarity
