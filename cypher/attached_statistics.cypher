// Purpose: all of the count store at once; refused to users who are no administrators.
// Parameters: none
CALL db.stats.retrieve('GRAPH COUNTS') YIELD data
RETURN data
