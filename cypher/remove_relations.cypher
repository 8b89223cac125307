// Purpose: delete relations without triples from the catalogue.
// Parameters: types (list of strings: relationship types of the remaining triples)
MATCH (p:Relation) WHERE NOT p.id IN $types
DETACH DELETE p
