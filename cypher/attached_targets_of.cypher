// Purpose: labels that a relationship type leads to from nodes of a label.
// Parameters: most (relationships that are looked at); places: label, type
MATCH (:`$label`)-[:`$type`]->(b)
WITH b LIMIT $most
RETURN labels(b) AS labels, count(*) AS count
