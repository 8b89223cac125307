// Purpose: the labels of an attached graph that nodes bear.
// Parameters: none
CALL db.labels() YIELD label
RETURN label AS name ORDER BY name
