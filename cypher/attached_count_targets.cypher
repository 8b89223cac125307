// Purpose: how many relationships of a type end at nodes of a label, from the count store.
// Parameters: none; places: label, type
MATCH ()-[:`$type`]->(:`$label`) RETURN count(*) AS count
