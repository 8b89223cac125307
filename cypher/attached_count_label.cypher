// Purpose: how many nodes bear a label, from the count store.
// Parameters: none; places: label
MATCH (n:`$label`) RETURN count(*) AS count
