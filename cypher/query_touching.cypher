// Purpose: which of some relations touch any of some entities, in either direction. One look at each entity's relation and direction, so that a hub costs no more.
// Parameters: ids (list of entity ids), relations (list of relationship types)
CYPHER 25
UNWIND $relations AS relation
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH relation, id, EXISTS { (entity)-[:$(relation)]->(:Entity) } AS outward, EXISTS { (entity)<-[:$(relation)]-(:Entity) } AS inward
WHERE outward OR inward
RETURN relation, id, outward, inward ORDER BY relation, id
