// Purpose: the values of some properties of all relationships of a type, one row per relationship, for the value index.
// Parameters: keys (property names), length (characters; longer texts are left out); placeholders: type
MATCH ()-[r:`$type`]->()
RETURN [key IN $keys | CASE
  WHEN valueType(r[key]) STARTS WITH 'STRING' AND size(r[key]) > $length THEN null
  ELSE r[key]
END] AS values
