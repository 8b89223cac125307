// Purpose: the labels of the nodes.
// Parameters: none
CALL db.labels() YIELD label
RETURN label ORDER BY label
