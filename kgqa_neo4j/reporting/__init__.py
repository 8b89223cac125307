"""Storing and presenting answers: traces in the graph, history, messages, pictures, JSON."""
