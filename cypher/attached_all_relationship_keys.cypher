// Purpose: the properties of relationships, by type; reads the whole graph, so only for small ones.
// Parameters: none
MATCH ()-[r]->()
UNWIND keys(r) AS key
RETURN type(r) AS type, key, count(*) AS count
