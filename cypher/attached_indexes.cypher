// Purpose: indexes and uniqueness constraints of an attached graph.
// Parameters: none
SHOW INDEXES YIELD type, entityType, labelsOrTypes, properties, owningConstraint
RETURN type, entityType AS entity, labelsOrTypes AS names, properties, owningConstraint IS NOT NULL AS unique
