// Purpose: of a page of entities in the order of their ids, take away those that have no triples and of which no load that
//   is kept said anything.
// Parameters: after, until (strings: ids of the page lie after the first, up to the second), kept (as in
//   `remove_triples`), separator (as in `load_described`)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after AND e.id <= $until
  AND NOT EXISTS { (e)--() } AND NOT coalesce(e.load, 0) IN $kept
  AND none(said IN coalesce(e.earlier, []) WHERE toInteger(split(said, $separator)[0]) IN $kept)
DELETE e
RETURN count(*) AS removed
