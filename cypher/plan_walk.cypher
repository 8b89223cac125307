// Purpose: walk chains of steps and return what all chains of a group reach. Level by level, each entity once, with two walks that end in different triples: enough never to walk straight back. Mediators are passed over; of literals only times are walked on. A test holds a qualifier, or the value of an end, between bounds; one that is by_time asks whether a fact holds at any day between two dates.
// Parameters: reads (integer: triples read at one level), walk (a map, so that the statement is planned once, whatever is in it: chains (list of {group: integer, topic: entity id, steps: list of {relation, outward, tests}}, four steps at most; a test is {name, by_time, from_date, to_date, from_number, to_number, text, negated}), needed (integer: chains of a group that must reach an entity), excluded (list of entity ids that are no ends), tests (list of tests that the value of an end passes), labels (list of labels that an end bears), most (integer: ends returned for a group), proved (integer: ends returned with the triples that lead there))
CYPHER 25
UNWIND $walk.chains AS chain
MATCH (start:Entity {id: chain.topic})
WITH chain.group AS group, chain.steps AS steps, [{node: start, walks: [[]]}] AS level0
CALL (level0, steps) {
  UNWIND level0 AS place
  WITH place.node AS node, place.walks AS walks, steps[0] AS step
  WHERE step IS NOT NULL
  CALL (node, step) {
    WITH node, step WHERE step.outward
    MATCH (node)-[r]->(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
    UNION ALL
    WITH node, step WHERE NOT step.outward
    MATCH (node)<-[r]-(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
  }
  WITH node, walks, step, r, next LIMIT $reads
  WITH node, r, next, [walk IN walks WHERE NOT coalesce(type(last(walk)) = type(r)
      AND startNode(last(walk)) = startNode(r) AND endNode(last(walk)) = endNode(r), false)][0] AS walk,
    all(t IN step.tests WHERE CASE
      WHEN t.by_time THEN coalesce(r.start_time, r.point_in_time, r.end_time) IS NOT NULL
        AND coalesce(coalesce(r.start_time, r.point_in_time) <= date(t.to_date), true)
        AND CASE WHEN r.end_time IS NOT NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.end_time_precision], 0)] WHERE
          r.end_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date))
          WHEN r.start_time IS NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.point_in_time_precision], 0)] WHERE
          r.point_in_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date)) ELSE true END
      ELSE r[t.name] IS NOT NULL AND any(v IN [] + r[t.name] WHERE
        v IS :: DATE NOT NULL AND v >= date(t.from_date) AND v <= date(t.to_date)
        OR v IS :: INTEGER NOT NULL | FLOAT NOT NULL AND v >= t.from_number AND v <= t.to_number
        OR v IS :: STRING NOT NULL AND toLower(v) = t.text) <> t.negated END) AS passes
  // Facts that differ in their qualifiers alone are one triple.
  WITH node, next, head(collect(CASE WHEN passes AND walk IS NOT NULL THEN walk + [r] END)) AS walk, count(*) AS read
  WITH next, collect(walk)[..2] AS walks, sum(read) AS read
  WITH sum(read) AS read, collect(CASE WHEN size(walks) > 0 THEN {node: next, walks: walks} END) AS level
  RETURN level AS level1, read >= $reads AS cut1
}
CALL (level1, steps) {
  UNWIND level1 AS place
  WITH place.node AS node, place.walks AS walks, steps[1] AS step
  WHERE step IS NOT NULL AND (NOT node:Value OR node.datatype = 'time')
  CALL (node, step) {
    WITH node, step WHERE step.outward
    MATCH (node)-[r]->(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
    UNION ALL
    WITH node, step WHERE NOT step.outward
    MATCH (node)<-[r]-(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
  }
  WITH node, walks, step, r, next LIMIT $reads
  WITH node, r, next, [walk IN walks WHERE NOT coalesce(type(last(walk)) = type(r)
      AND startNode(last(walk)) = startNode(r) AND endNode(last(walk)) = endNode(r), false)][0] AS walk,
    all(t IN step.tests WHERE CASE
      WHEN t.by_time THEN coalesce(r.start_time, r.point_in_time, r.end_time) IS NOT NULL
        AND coalesce(coalesce(r.start_time, r.point_in_time) <= date(t.to_date), true)
        AND CASE WHEN r.end_time IS NOT NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.end_time_precision], 0)] WHERE
          r.end_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date))
          WHEN r.start_time IS NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.point_in_time_precision], 0)] WHERE
          r.point_in_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date)) ELSE true END
      ELSE r[t.name] IS NOT NULL AND any(v IN [] + r[t.name] WHERE
        v IS :: DATE NOT NULL AND v >= date(t.from_date) AND v <= date(t.to_date)
        OR v IS :: INTEGER NOT NULL | FLOAT NOT NULL AND v >= t.from_number AND v <= t.to_number
        OR v IS :: STRING NOT NULL AND toLower(v) = t.text) <> t.negated END) AS passes
  // Facts that differ in their qualifiers alone are one triple.
  WITH node, next, head(collect(CASE WHEN passes AND walk IS NOT NULL THEN walk + [r] END)) AS walk, count(*) AS read
  WITH next, collect(walk)[..2] AS walks, sum(read) AS read
  WITH sum(read) AS read, collect(CASE WHEN size(walks) > 0 THEN {node: next, walks: walks} END) AS level
  RETURN level AS level2, read >= $reads AS cut2
}
CALL (level2, steps) {
  UNWIND level2 AS place
  WITH place.node AS node, place.walks AS walks, steps[2] AS step
  WHERE step IS NOT NULL AND (NOT node:Value OR node.datatype = 'time')
  CALL (node, step) {
    WITH node, step WHERE step.outward
    MATCH (node)-[r]->(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
    UNION ALL
    WITH node, step WHERE NOT step.outward
    MATCH (node)<-[r]-(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
  }
  WITH node, walks, step, r, next LIMIT $reads
  WITH node, r, next, [walk IN walks WHERE NOT coalesce(type(last(walk)) = type(r)
      AND startNode(last(walk)) = startNode(r) AND endNode(last(walk)) = endNode(r), false)][0] AS walk,
    all(t IN step.tests WHERE CASE
      WHEN t.by_time THEN coalesce(r.start_time, r.point_in_time, r.end_time) IS NOT NULL
        AND coalesce(coalesce(r.start_time, r.point_in_time) <= date(t.to_date), true)
        AND CASE WHEN r.end_time IS NOT NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.end_time_precision], 0)] WHERE
          r.end_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date))
          WHEN r.start_time IS NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.point_in_time_precision], 0)] WHERE
          r.point_in_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date)) ELSE true END
      ELSE r[t.name] IS NOT NULL AND any(v IN [] + r[t.name] WHERE
        v IS :: DATE NOT NULL AND v >= date(t.from_date) AND v <= date(t.to_date)
        OR v IS :: INTEGER NOT NULL | FLOAT NOT NULL AND v >= t.from_number AND v <= t.to_number
        OR v IS :: STRING NOT NULL AND toLower(v) = t.text) <> t.negated END) AS passes
  // Facts that differ in their qualifiers alone are one triple.
  WITH node, next, head(collect(CASE WHEN passes AND walk IS NOT NULL THEN walk + [r] END)) AS walk, count(*) AS read
  WITH next, collect(walk)[..2] AS walks, sum(read) AS read
  WITH sum(read) AS read, collect(CASE WHEN size(walks) > 0 THEN {node: next, walks: walks} END) AS level
  RETURN level AS level3, read >= $reads AS cut3
}
CALL (level3, steps) {
  UNWIND level3 AS place
  WITH place.node AS node, place.walks AS walks, steps[3] AS step
  WHERE step IS NOT NULL AND (NOT node:Value OR node.datatype = 'time')
  CALL (node, step) {
    WITH node, step WHERE step.outward
    MATCH (node)-[r]->(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
    UNION ALL
    WITH node, step WHERE NOT step.outward
    MATCH (node)<-[r]-(next:Entity&!Mediator) WHERE type(r) = step.relation RETURN r, next
  }
  WITH node, walks, step, r, next LIMIT $reads
  WITH node, r, next, [walk IN walks WHERE NOT coalesce(type(last(walk)) = type(r)
      AND startNode(last(walk)) = startNode(r) AND endNode(last(walk)) = endNode(r), false)][0] AS walk,
    all(t IN step.tests WHERE CASE
      WHEN t.by_time THEN coalesce(r.start_time, r.point_in_time, r.end_time) IS NOT NULL
        AND coalesce(coalesce(r.start_time, r.point_in_time) <= date(t.to_date), true)
        AND CASE WHEN r.end_time IS NOT NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.end_time_precision], 0)] WHERE
          r.end_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date))
          WHEN r.start_time IS NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.point_in_time_precision], 0)] WHERE
          r.point_in_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date)) ELSE true END
      ELSE r[t.name] IS NOT NULL AND any(v IN [] + r[t.name] WHERE
        v IS :: DATE NOT NULL AND v >= date(t.from_date) AND v <= date(t.to_date)
        OR v IS :: INTEGER NOT NULL | FLOAT NOT NULL AND v >= t.from_number AND v <= t.to_number
        OR v IS :: STRING NOT NULL AND toLower(v) = t.text) <> t.negated END) AS passes
  // Facts that differ in their qualifiers alone are one triple.
  WITH node, next, head(collect(CASE WHEN passes AND walk IS NOT NULL THEN walk + [r] END)) AS walk, count(*) AS read
  WITH next, collect(walk)[..2] AS walks, sum(read) AS read
  WITH sum(read) AS read, collect(CASE WHEN size(walks) > 0 THEN {node: next, walks: walks} END) AS level
  RETURN level AS level4, read >= $reads AS cut4
}
WITH group, size(steps) AS size, [level0, level1, level2, level3, level4] AS levels, cut1 OR cut2 OR cut3 OR cut4 AS cut
WITH group, levels[size] AS ends, cut
// A chain that reaches nothing still counts for whether something was cut.
WITH group, collect(ends) AS reached, max(CASE WHEN cut THEN 1 ELSE 0 END) = 1 AS cut
CALL (reached) {
  UNWIND reached AS ends
  UNWIND ends AS place
  WITH place.node AS node, collect(place.walks[0]) AS walks
  WHERE size(walks) >= $walk.needed AND NOT node.id IN $walk.excluded
    AND all(label IN $walk.labels WHERE label IN labels(node))
    AND all(t IN $walk.tests WHERE any(v IN [coalesce(node.value, toFloatOrNull(node.name), node.name)] WHERE
        v IS :: DATE NOT NULL AND v >= date(t.from_date) AND v <= date(t.to_date)
        OR v IS :: INTEGER NOT NULL | FLOAT NOT NULL AND v >= t.from_number AND v <= t.to_number
        OR v IS :: STRING NOT NULL AND toLower(v) = t.text) <> t.negated)
  WITH collect({node: node, walks: walks}) AS found
  RETURN size(found) AS total, [place IN found[..$walk.most] | {
    id: place.node.id, name: place.node.name, value: toStringOrNull(place.node.value), datatype: place.node.datatype
  }] AS ends, [place IN found[..$walk.proved] | [walk IN place.walks | [r IN walk | [
    startNode(r).id, startNode(r).name, type(r), endNode(r).id, endNode(r).name
  ]]]] AS walks
}
RETURN group, cut, total, ends, walks
ORDER BY group
