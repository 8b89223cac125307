// Purpose: the labels to which a relationship type leads from nodes of a label.
// Parameters: most (relationships read); placeholders: label, type
MATCH (:`$label`)-[:`$type`]->(b)
WITH b LIMIT $most
RETURN labels(b) AS labels, count(*) AS count
