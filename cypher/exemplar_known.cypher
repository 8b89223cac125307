// Purpose: what was learned into some sets; `mark` changes with the questions it was learned from.
// Parameters: sets (list of names; empty for all)
MATCH (learned:Exemplar|Lesson)
WHERE size($sets) = 0 OR learned.set IN $sets
RETURN learned.id AS id, learned.mark AS mark, learned.support AS support
ORDER BY id
