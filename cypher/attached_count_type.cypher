// Purpose: how many relationships are of a type, from the count store.
// Parameters: none; places: type
MATCH ()-[:`$type`]->() RETURN count(*) AS count
