// Purpose: number of triples of some entities (a triple between two of them counts twice), and which of the entities
//   are hubs, which are read only in part.
// Parameters: ids (list of entity ids), hub_cap (integer)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH entity, COUNT { (entity)-->() } AS outward, COUNT { (entity)<--() } AS inward
RETURN sum(outward + inward) AS triples,
       collect(CASE WHEN outward > $hub_cap OR inward > $hub_cap
                    THEN {id: entity.id, name: entity.name, degree: outward + inward} END) AS hubs
