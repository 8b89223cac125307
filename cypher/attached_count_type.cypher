// Purpose: number of relationships of a type, from the count store.
// Parameters: none; placeholders: type
MATCH ()-[:`$type`]->() RETURN count(*) AS count
