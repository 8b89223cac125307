// Purpose: number of nodes with a label, from the count store.
// Parameters: none; placeholders: label
MATCH (n:`$label`) RETURN count(*) AS count
