"""Learning about an attached graph: statements as queries, what pairs teach, and what comes of it."""
