// Purpose: one hop of adaptive exploration: the triples of each frontier entity whose relation and other end are
//   similar enough to the question. At most `hub_cap` triples are read per entity and direction, so that a hub costs no
//   more than other entities. Similarities are cosines; without a vector a similarity is null, which passes. Mediators
//   are skipped, and no walk passes through a literal other than a time: a number leads anywhere.
// Parameters: frontier (list of {id: entity, came_by: ids of triples not to go back along}), question (vector),
//   relation_threshold (float), entity_threshold (float), hub_cap (int)
CYPHER 25
UNWIND $frontier AS place
MATCH (entity:Entity {id: place.id})
WHERE NOT entity:Value OR entity.datatype = 'time' OR size(place.came_by) = 0
CALL (entity, place) {
  CALL (entity) {
    MATCH (entity)-[triple]->(other:Entity&!Mediator) RETURN triple, other, true AS outward LIMIT $hub_cap
    UNION ALL
    MATCH (entity)<-[triple]-(other:Entity&!Mediator) RETURN triple, other, false AS outward LIMIT $hub_cap
  }
  WITH triple, other, outward
  WHERE NOT left(triple.id, 20) IN place.came_by
  // Each relation is scored once, not once per triple.
  WITH type(triple) AS type, collect({triple: triple, other: other, outward: outward}) AS found
  OPTIONAL MATCH (relation:Relation {id: type})
  WITH type, found, relation,
       1 - vector_distance(vector(relation.embedding, vector_dimension_count($question), FLOAT32), $question, COSINE) AS relation_similarity
  WHERE coalesce(relation_similarity, 1.0) >= $relation_threshold
  UNWIND found AS one
  WITH type, relation, relation_similarity, one.triple AS triple, one.other AS other, one.outward AS outward
  WITH *, 1 - vector_distance(vector(other.embedding, vector_dimension_count($question), FLOAT32), $question, COSINE) AS entity_similarity
  WHERE coalesce(entity_similarity, 1.0) >= $entity_threshold
  RETURN collect({
    triple: left(triple.id, 20), relation: type, relation_name: relation.name, outward: outward, id: other.id, name: other.name,
    relation_similarity: relation_similarity, entity_similarity: entity_similarity
  }) AS triples
}
RETURN entity.id AS entity, entity.name AS name, triples,
       COUNT { (entity)-->() } AS outward, COUNT { (entity)<--() } AS inward
