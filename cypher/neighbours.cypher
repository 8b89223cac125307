// Purpose: the triples around each frontier entity that are most similar to a text, with the entities they lead to, and how many there are. Of each entity no more than a cap is looked at in either direction. The similarity is the triple's cosine; without a vector of its own that of its relation.
// Parameters: frontier (list of {id: entity, came_by: ids of triples not to step back along}), vector (of the text), hub_cap (integer: triples of one entity in either direction), most (integer: triples returned for one entity)
CYPHER 25
UNWIND $frontier AS place
MATCH (entity:Entity {id: place.id})
CALL (entity, place) {
  CALL (entity) {
    MATCH (entity)-[triple]->(other:Entity) RETURN triple, other, true AS outward LIMIT $hub_cap
    UNION ALL
    MATCH (entity)<-[triple]-(other:Entity) RETURN triple, other, false AS outward LIMIT $hub_cap
  }
  WITH triple, other, outward
  WHERE NOT triple.id IN place.came_by
  WITH type(triple) AS type, collect({triple: triple, other: other, outward: outward}) AS found
  OPTIONAL MATCH (relation:Relation {id: type})
  UNWIND found AS one
  WITH type, relation, one.triple AS triple, one.other AS other, one.outward AS outward
  WITH *, 2 * vector.similarity.cosine(coalesce(triple.embedding, relation.embedding), $vector) - 1 AS similarity
  ORDER BY coalesce(similarity, 0.0) DESC, triple.id
  WITH count(*) AS looked_at, collect({
    triple: triple.id, element: elementId(triple), embedded: triple.embedding IS NOT NULL,
    relation: type, relation_name: relation.name, outward: outward, id: other.id, name: other.name,
    similarity: coalesce(similarity, 0.0)
  })[..$most] AS triples
  RETURN looked_at, triples
}
RETURN entity.id AS entity, entity.name AS name, looked_at, triples,
       COUNT { (entity)-->(:Entity) } AS outward, COUNT { (entity)<--(:Entity) } AS inward
