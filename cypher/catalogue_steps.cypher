// Purpose: set on how many entities one can step from one relation onto another.
// Parameters: rows (list of {first, direction, second, count})
UNWIND $rows AS row
MATCH (a:Relation {id: row.first})
MATCH (b:Relation {id: row.second})
MERGE (a)-[f:FOLLOWED_BY {direction: row.direction}]->(b)
SET f.count = row.count
