// Purpose: which properties relationships of a type have, and how many of them each.
// Parameters: most (relationships that are looked at); places: type
MATCH ()-[r:`$type`]->()
WITH r LIMIT $most
UNWIND keys(r) AS key
RETURN key, count(*) AS count
