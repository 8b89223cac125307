// Purpose: relationships of a type between nodes of one label: how many there are, and how many of them also exist in
//   the opposite direction.
// Parameters: most (relationships read); placeholders: label, type
MATCH (a:`$label`)-[:`$type`]->(b:`$label`)
WHERE a <> b
WITH a, b LIMIT $most
RETURN count(*) AS pairs, sum(CASE WHEN EXISTS { (b)-[:`$type`]->(a) } THEN 1 ELSE 0 END) AS reciprocal
