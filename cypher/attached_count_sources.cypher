// Purpose: how many relationships of a type begin at nodes of a label, from the count store.
// Parameters: none; places: label, type
MATCH (:`$label`)-[:`$type`]->() RETURN count(*) AS count
