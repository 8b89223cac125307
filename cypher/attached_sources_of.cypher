// Purpose: the labels from which a relationship type leads to nodes of a label.
// Parameters: most (relationships read); placeholders: label, type
MATCH (a)-[:`$type`]->(:`$label`)
WITH a LIMIT $most
RETURN labels(a) AS labels, count(*) AS count
