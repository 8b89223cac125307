// Purpose: which properties relationships have, by type; for graphs small enough to look at all.
// Parameters: none
MATCH ()-[r]->()
UNWIND keys(r) AS key
RETURN type(r) AS type, key, count(*) AS count
