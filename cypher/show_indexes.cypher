// Purpose: all indexes with their state, population and coverage.
// Parameters: none
SHOW INDEXES YIELD name, type, state, populationPercent, labelsOrTypes, options
RETURN name, type, state, populationPercent AS percent, labelsOrTypes AS types,
  options.indexConfig['vector.dimensions'] AS dimension
