// Purpose: which of some relations each of some entities has, in either direction. For a hub at most `read_cap` triples
//   are read per direction, so a relation that is not found may still exist.
// Parameters: ids (list of entity ids), relations (list of relationship types), read_cap (integer: triples read per
//   entity and direction)
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
