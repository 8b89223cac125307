// Purpose: the values of some properties of all relationships of a type, one by one, for the value index.
// Parameters: keys (names of the properties), length (characters of a text; longer ones are left out); places: type
MATCH ()-[r:`$type`]->()
RETURN [key IN $keys | CASE
  WHEN valueType(r[key]) STARTS WITH 'STRING' AND size(r[key]) > $length THEN null
  ELSE r[key]
END] AS values
