// Purpose: the names of the properties of some facts at some entities, by relation and direction, and which of some
//   texts occur among their values, alone or in a list.
// Parameters: ids (list of entity ids), texts (list of ids and names), most (int: facts read per entity and direction)
CYPHER 25
UNWIND $ids AS id
MATCH (topic:Entity {id: id})
CALL (topic) {
  MATCH (topic)-[fact]->(:Entity) RETURN fact, true AS outward LIMIT $most
  UNION ALL
  MATCH (topic)<-[fact]-(:Entity) RETURN fact, false AS outward LIMIT $most
}
UNWIND keys(fact) AS name
WITH id, fact, outward, name WHERE NOT name IN ['id', 'source', 'target', 'type', 'text', 'embedding']
WITH id, type(fact) AS relation, outward, name, count(*) AS facts,
  collect([text IN $texts WHERE text IN [] + fact[name]]) AS found
RETURN id, relation, outward, name, facts, reduce(all = [], one IN found | all + [text IN one WHERE NOT text IN all]) AS found
ORDER BY facts DESC, id, relation, outward, name LIMIT 300
