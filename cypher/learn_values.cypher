// Purpose: the numbers with a unit that have the same value as some numbers without one.
// Parameters: ids (list of ids of numbers without a unit)
UNWIND $ids AS id
MATCH (value:Entity)
WHERE value.id STARTS WITH id + ' '
RETURN id, collect(value.id) AS with_unit
