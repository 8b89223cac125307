// Purpose: the entities next to some entities, either way; of each entity no more than a cap of triples is walked in either direction. Not what only joins the parts of a fact, nor values other than times, which are not passed through.
// Parameters: ids (list of entity ids), hub_cap (integer), most (integer, entities returned)
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
