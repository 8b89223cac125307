// Purpose: number of relationships of a type that start at nodes of a label, from the count store.
// Parameters: none; placeholders: label, type
MATCH (:`$label`)-[:`$type`]->() RETURN count(*) AS count
