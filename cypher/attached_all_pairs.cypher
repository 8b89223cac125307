// Purpose: the labels at both ends of each relationship type, with counts; reads the whole graph, so only for small
//   ones.
// Parameters: none
MATCH (a)-[r]->(b)
RETURN type(r) AS type, labels(a) AS sources, labels(b) AS targets, count(*) AS count
