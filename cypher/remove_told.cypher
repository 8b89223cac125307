// Purpose: in a page of entities in id order, those that several loads described, at least one of which is being
//   removed.
// Parameters: after (string), size (integer), kept (as in `remove_triples`), separator (as in `load_described`)
CYPHER 25
MATCH (e:Entity) WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $size
WITH max(e.id) AS last, count(e) AS size, collect(e) AS page
RETURN last, size, COLLECT {
  UNWIND page AS e
  WITH e WHERE e.earlier IS NOT NULL
    AND any(load IN [coalesce(e.load, 0)] + [said IN e.earlier | toInteger(split(said, $separator)[0])]
            WHERE NOT load IN $kept)
  RETURN {id: e.id, load: coalesce(e.load, 0), earlier: e.earlier}
} AS told
