// Purpose: the nodes of a label that have one of some values of a property, with the values of their naming properties.
// Parameters: values (list: the value in every type it may be stored as), naming (properties that name nodes), most
//   (int), length (characters kept of a text); placeholders: label, property
MATCH (n:`$label`) WHERE n.`$property` IN $values
RETURN elementId(n) AS id, labels(n) AS labels, [key IN $naming | left(toStringOrNull(n[key]), $length)] AS names
LIMIT $most
