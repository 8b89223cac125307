// Purpose: every triple as three ids, in no particular order.
// Parameters: none
MATCH (s:Entity)-[r]->(o:Entity)
RETURN s.id AS subject, type(r) AS relation, o.id AS object
