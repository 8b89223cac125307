// Purpose: the names of some relations.
// Parameters: ids
MATCH (relation:Relation) WHERE relation.id IN $ids
RETURN relation.id AS id, relation.name AS name
