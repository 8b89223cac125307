// Purpose: the whole count store at once; refused to users who are not administrators.
// Parameters: none
CALL db.stats.retrieve('GRAPH COUNTS') YIELD data
RETURN data
