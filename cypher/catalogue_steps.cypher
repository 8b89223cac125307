// Purpose: set the number of entities at which one relation can be followed by another.
// Parameters: rows (list of {first, direction, second, count})
UNWIND $rows AS row
MATCH (a:Relation {id: row.first})
MATCH (b:Relation {id: row.second})
MERGE (a)-[f:FOLLOWED_BY {direction: row.direction}]->(b)
SET f.count = row.count
