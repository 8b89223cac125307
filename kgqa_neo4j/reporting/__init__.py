"""Answers after they are given: traces in the graph, history, pictures, JSON."""
