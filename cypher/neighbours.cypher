// Purpose: the triples of each frontier entity that are most similar to a text, with the entities they lead to, and the
//   number of triples read. At most `hub_cap` triples are read per entity and direction. The similarity is the mean of
//   the cosines of the triple and of its relation, or the one of the two that has a vector: in a triple's own vector
//   the names outweigh the relation. Mediators are skipped, and no walk passes through a literal other than a time.
// Parameters: frontier (list of {id: entity, came_by: ids of triples not to go back along}), vector (of the text),
//   hub_cap (integer: triples read per entity and direction), most (integer: triples returned per entity), made (map of
//   vectors by element id, for triples without a stored vector)
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
  WITH type(triple) AS type, collect({triple: triple, other: other, outward: outward}) AS found
  OPTIONAL MATCH (relation:Relation {id: type})
  UNWIND found AS one
  WITH type, relation, one.triple AS triple, one.other AS other, one.outward AS outward
  WITH *, 1 - vector_distance(coalesce(vector(triple.embedding, vector_dimension_count($vector), FLOAT32), $made[elementId(triple)]), $vector, COSINE) AS triple_similarity,
          1 - vector_distance(vector(relation.embedding, vector_dimension_count($vector), FLOAT32), $vector, COSINE) AS relation_similarity
  WITH *, (coalesce(triple_similarity, relation_similarity) + coalesce(relation_similarity, triple_similarity)) / 2
    AS similarity
  ORDER BY coalesce(similarity, 0.0) DESC, triple.id
  WITH count(*) AS looked_at, collect({
    triple: left(triple.id, 20), element: elementId(triple), embedded: triple.embedding IS NOT NULL OR $made[elementId(triple)] IS NOT NULL,
    relation: type, relation_name: relation.name, outward: outward, id: other.id, name: other.name,
    similarity: coalesce(similarity, 0.0)
  })[..$most] AS triples
  RETURN looked_at, triples
}
RETURN entity.id AS entity, entity.name AS name, looked_at, triples,
       COUNT { (entity)-->() } AS outward, COUNT { (entity)<--() } AS inward
