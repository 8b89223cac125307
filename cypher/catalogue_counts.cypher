// Purpose: set the number of triples of relations in the catalogue; a relation without triples loses its FOLLOWED_BY
//   relationships.
// Parameters: rows (list of {relation, count})
CYPHER 25
UNWIND $rows AS row
MATCH (p:Relation {id: row.relation})
WHERE p.count <> row.count
SET p.count = row.count
WITH p WHERE p.count = 0
OPTIONAL MATCH (p)-[f:FOLLOWED_BY]-(:Relation)
DELETE f
