// Purpose: in a page of entities in id order, delete those without triples that no load to be kept created or
//   described.
// Parameters: after, until (strings: ids of the page lie after the first, up to the second), kept (as in
//   `remove_triples`), separator (as in `load_described`)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after AND e.id <= $until
  AND NOT EXISTS { (e)--() } AND NOT coalesce(e.load, 0) IN $kept
  AND none(said IN coalesce(e.earlier, []) WHERE toInteger(split(said, $separator)[0]) IN $kept)
DELETE e
RETURN count(*) AS removed
