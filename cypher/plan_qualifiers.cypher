// Purpose: the greatest and the least value of a qualifier on some triples, of those of their facts that pass all tests. Where facts have no qualifier of that name, 'time' is when they were.
// Parameters: rows (list of {source, type, target}: a triple by its ids), name (string: the qualifier), tests (list of tests as plan_walk takes them)
CYPHER 25
UNWIND range(0, size($rows) - 1) AS row
MATCH (s:Entity {id: $rows[row].source})
MATCH (o:Entity {id: $rows[row].target})
MATCH (s)-[r]->(o)
WITH row, r, coalesce(r[$name], CASE $name WHEN 'time' THEN coalesce(r.point_in_time, r.start_time) END) AS value
WHERE type(r) = $rows[row].type AND value IS NOT NULL
  AND all(t IN $tests WHERE CASE
      WHEN t.by_time THEN coalesce(r.start_time, r.point_in_time, r.end_time) IS NOT NULL
        AND coalesce(coalesce(r.start_time, r.point_in_time) <= date(t.to_date), true)
        AND CASE WHEN r.end_time IS NOT NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.end_time_precision], 0)] WHERE
          r.end_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date))
          WHEN r.start_time IS NULL THEN any(m IN [coalesce({month: 1, year: 12, decade: 120, century: 1200}[r.point_in_time_precision], 0)] WHERE
          r.point_in_time + duration({months: m, days: CASE m WHEN 0 THEN 1 ELSE 0 END}) > date(t.from_date)) ELSE true END
      ELSE r[t.name] IS NOT NULL AND any(v IN [] + r[t.name] WHERE
        v IS :: DATE NOT NULL AND v >= date(t.from_date) AND v <= date(t.to_date)
        OR v IS :: INTEGER NOT NULL | FLOAT NOT NULL AND v >= t.from_number AND v <= t.to_number
        OR v IS :: STRING NOT NULL AND toLower(v) = t.text) <> t.negated END)
RETURN row, toStringOrNull(max(value)) AS greatest, toStringOrNull(min(value)) AS least
ORDER BY row
