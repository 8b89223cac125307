// Purpose: which of some relations touch any of some entities, in either direction. Of a hub no more than a cap is read in either direction, so that a relation which is not found may be there.
// Parameters: ids (list of entity ids), relations (list of relationship types), read_cap (integer: triples of one entity read in either direction)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  CALL (entity) { MATCH (entity)-[triple]->(other) RETURN triple, other LIMIT $read_cap }
  WITH triple, other
  WHERE type(triple) IN $relations AND other:Entity
  RETURN DISTINCT type(triple) AS relation, 1 AS outward, 0 AS inward
  UNION ALL
  CALL (entity) { MATCH (entity)<-[triple]-(other) RETURN triple, other LIMIT $read_cap }
  WITH triple, other
  WHERE type(triple) IN $relations AND other:Entity
  RETURN DISTINCT type(triple) AS relation, 0 AS outward, 1 AS inward
}
RETURN relation, id, sum(outward) > 0 AS outward, sum(inward) > 0 AS inward
ORDER BY relation, id
