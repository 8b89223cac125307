// Purpose: how many triples touch some entities (those between two of them count twice), and which of them are hubs, of which only a part is looked at.
// Parameters: ids (list of entity ids), hub_cap (integer)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH entity, COUNT { (entity)-->() } AS outward, COUNT { (entity)<--() } AS inward
RETURN sum(outward + inward) AS triples,
       collect(CASE WHEN outward > $hub_cap OR inward > $hub_cap
                    THEN {id: entity.id, name: entity.name, degree: outward + inward} END) AS hubs
