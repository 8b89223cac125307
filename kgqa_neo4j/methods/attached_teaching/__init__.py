"""Learning on an attached graph: gold answers of pairs, their explanations, learned words, statements as queries."""
