// Purpose: the neighbours of some entities in either direction. Mediators and literals other than times are left out,
//   since walks do not pass through them.
// Parameters: ids (list of entity ids), hub_cap (integer: triples read per entity and direction), most (integer,
//   entities returned)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)-->(other:Entity&!Mediator) WHERE NOT other:Value OR other.datatype = 'time' RETURN other LIMIT $hub_cap
  UNION ALL
  MATCH (entity)<--(other:Entity&!Mediator) WHERE NOT other:Value OR other.datatype = 'time' RETURN other LIMIT $hub_cap
}
RETURN DISTINCT other.id AS id
LIMIT $most
