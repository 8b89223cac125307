// Purpose: set how many triples each relation of the catalogue has.
// Parameters: rows (list of {relation, count})
UNWIND $rows AS row
MATCH (p:Relation {id: row.relation})
WHERE p.count <> row.count
SET p.count = row.count
