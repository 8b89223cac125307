// Purpose: the relationship types of an attached graph.
// Parameters: none
CALL db.relationshipTypes() YIELD relationshipType
RETURN relationshipType AS name ORDER BY name
