// Purpose: which of some names are in the graph, as a name, an id, or an id without its prefix.
// Parameters: names, prefixes (lists of strings)
UNWIND $names AS name
WITH name WHERE EXISTS { (:Entity {name: name}) }
  OR EXISTS { MATCH (e:Entity) WHERE e.id IN [name] + [prefix IN $prefixes | prefix + ':' + name] }
RETURN name
