"""Learning from questions with answers: exemplars in the graph, and a scorer of plans fitted to them."""
