// Purpose: the relations that several loads described, at least one of which is being removed.
// Parameters: kept (as in `remove_triples`), separator (as in `load_described`)
CYPHER 25
MATCH (p:Relation)
WHERE p.earlier IS NOT NULL
  AND any(load IN [coalesce(p.load, 0)] + [said IN p.earlier | toInteger(split(said, $separator)[0])]
          WHERE NOT load IN $kept)
RETURN p.id AS id, coalesce(p.load, 0) AS load, p.earlier AS earlier
