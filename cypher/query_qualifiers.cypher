// Purpose: the names of the properties of facts at some entities, most frequent first. (Facts of a relation anywhere
//   would need a scan of the graph: there is no index for a relationship type passed as a parameter.)
// Parameters: ids (list of entity ids), relations (list of relationship types), read_cap (int: triples read per
//   entity), most (int: facts read in all)
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
