"""The plan language: queries as typed values, as text, and compiled to one Cypher statement."""
