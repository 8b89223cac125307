// Purpose: the prefixes of all loaded sources.
// Parameters: none
MATCH (l:Load)
RETURN DISTINCT l.prefix AS prefix
