// Purpose: the entities that some strings name, each string by id, by id without prefix, or by name.
// Parameters: names, prefixes (lists of strings)
CYPHER 25
UNWIND $names AS name
CALL (name) {
  UNWIND [name] + [prefix IN $prefixes | prefix + ':' + name] AS id
  MATCH (e:Entity {id: id})
  RETURN e.id AS found
  UNION
  MATCH (e:Entity {name: name})
  RETURN e.id AS found
}
RETURN name, collect(found) AS ids
