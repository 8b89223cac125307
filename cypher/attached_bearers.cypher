// Purpose: the nodes of a label that have a value of a property, with what may name them.
// Parameters: values (list: the value in the types in which it may be stored), naming (properties that name nodes), most (int), length (characters of a text); places: label, property
MATCH (n:`$label`) WHERE n.`$property` IN $values
RETURN elementId(n) AS id, labels(n) AS labels, [key IN $naming | left(toStringOrNull(n[key]), $length)] AS names
LIMIT $most
