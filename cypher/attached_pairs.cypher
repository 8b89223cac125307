// Purpose: which labels a relationship type connects, and how often.
// Parameters: most (relationships that are looked at); places: type
MATCH (a)-[:`$type`]->(b)
WITH a, b LIMIT $most
RETURN labels(a) AS sources, labels(b) AS targets, count(*) AS count
