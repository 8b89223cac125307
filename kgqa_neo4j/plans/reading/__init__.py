"""From a question to queries of the plan language: what its words stand for in a graph, and how that is joined."""
