"""The plan language: what is asked of a graph, as typed values, as text, as one Cypher statement."""
