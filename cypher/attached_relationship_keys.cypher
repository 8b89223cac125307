// Purpose: the properties of the relationships of a type, with the number of relationships that have each.
// Parameters: most (relationships read); placeholders: type
MATCH ()-[r:`$type`]->()
WITH r LIMIT $most
UNWIND keys(r) AS key
RETURN key, count(*) AS count
