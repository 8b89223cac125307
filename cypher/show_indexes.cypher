// Purpose: every index with its state, how much of it is populated, and what it covers.
// Parameters: none
SHOW INDEXES YIELD name, type, state, populationPercent, labelsOrTypes, options
RETURN name, type, state, populationPercent AS percent, labelsOrTypes AS types,
  options.indexConfig['vector.dimensions'] AS dimension
