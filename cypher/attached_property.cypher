// Purpose: one property of some nodes of an attached graph, with the values of their naming properties.
// Parameters: ids (list of element ids), key (property), naming (properties that name nodes), length (characters kept
//   of a text)
UNWIND $ids AS id
MATCH (entity) WHERE elementId(entity) = id AND entity[$key] IS NOT NULL
RETURN id AS entity, labels(entity) AS labels, [one IN $naming | left(toStringOrNull(entity[one]), $length)] AS names, entity[$key] AS value
