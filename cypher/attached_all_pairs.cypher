// Purpose: which labels each relationship type connects, and how often; for graphs small enough to look at all.
// Parameters: none
MATCH (a)-[r]->(b)
RETURN type(r) AS type, labels(a) AS sources, labels(b) AS targets, count(*) AS count
