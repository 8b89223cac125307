// Purpose: the identity of the database, whichever address was used to reach it.
// Parameters: none
CALL db.info() YIELD id
RETURN id
