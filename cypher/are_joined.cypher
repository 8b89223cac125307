// Purpose: whether a triple joins two entities, in either direction.
// Parameters: one, other (entity ids)
RETURN EXISTS { MATCH (:Entity {id: $one})--(:Entity {id: $other}) } AS joined
