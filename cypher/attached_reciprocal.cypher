// Purpose: of relationships of a type between nodes of one label, how many there are in the other direction too.
// Parameters: most (relationships that are looked at); places: label, type
MATCH (a:`$label`)-[:`$type`]->(b:`$label`)
WHERE a <> b
WITH a, b LIMIT $most
RETURN count(*) AS pairs, sum(CASE WHEN EXISTS { (b)-[:`$type`]->(a) } THEN 1 ELSE 0 END) AS reciprocal
