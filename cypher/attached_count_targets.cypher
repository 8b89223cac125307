// Purpose: number of relationships of a type that end at nodes of a label, from the count store.
// Parameters: none; placeholders: label, type
MATCH ()-[:`$type`]->(:`$label`) RETURN count(*) AS count
