// Purpose: labels that a relationship type leads from to nodes of a label.
// Parameters: most (relationships that are looked at); places: label, type
MATCH (a)-[:`$type`]->(:`$label`)
WITH a LIMIT $most
RETURN labels(a) AS labels, count(*) AS count
