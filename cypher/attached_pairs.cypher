// Purpose: the labels that a relationship type connects, with counts.
// Parameters: most (relationships read); placeholders: type
MATCH (a)-[:`$type`]->(b)
WITH a, b LIMIT $most
RETURN labels(a) AS sources, labels(b) AS targets, count(*) AS count
