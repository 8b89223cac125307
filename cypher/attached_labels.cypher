// Purpose: the labels in use in an attached graph.
// Parameters: none
CALL db.labels() YIELD label
RETURN label AS name ORDER BY name
