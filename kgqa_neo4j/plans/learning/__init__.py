"""Learning from questions with answers: exemplars in the graph, and a plan scorer fitted to them."""
