"""Questions read into queries of the plan language: what their words stand for in a graph, and how to join it."""
