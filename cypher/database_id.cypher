// Purpose: which database this is, whatever address it was reached by.
// Parameters: none
CALL db.info() YIELD id
RETURN id
