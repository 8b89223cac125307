// Purpose: every triple by its three ids, in no order.
// Parameters: none
MATCH (s:Entity)-[r]->(o:Entity)
RETURN s.id AS subject, type(r) AS relation, o.id AS object
