// Purpose: the parts of a fitted model, in order.
// Parameters: key (string)
MATCH (m:FittedModel {key: $key})
RETURN m.part AS part, m.parts AS parts, m.data AS data
ORDER BY part
