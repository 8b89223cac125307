// Purpose: the names of the properties of facts at some entities, most frequent first. (Facts of a relation anywhere would be found by reading the graph: a relationship type that comes as a value has no index.)
// Parameters: ids (list of entity ids), relations (list of relationship types), read_cap (int: triples of one entity read), most (int: facts looked at in all)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)-[fact]-(:Entity) RETURN fact LIMIT $read_cap
}
WITH DISTINCT fact WHERE type(fact) IN $relations
LIMIT $most
UNWIND keys(fact) AS name
WITH name, count(*) AS facts WHERE NOT name IN ['id', 'source', 'target', 'type', 'text', 'embedding']
RETURN name ORDER BY facts DESC, name LIMIT 50
