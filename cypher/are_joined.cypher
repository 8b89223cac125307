// Purpose: whether a triple connects two entities, in either direction.
// Parameters: one, other (entity ids)
RETURN EXISTS { MATCH (:Entity {id: $one})--(:Entity {id: $other}) } AS joined
