// Purpose: store one part of a fitted model.
// Parameters: key (string), part (integer, from 0), parts (integer, number of parts), data (bytes)
CREATE (m:FittedModel {key: $key, part: $part, parts: $parts, data: $data, made_at: datetime()})
