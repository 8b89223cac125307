"""Questions as Cypher: the guard before untrusted queries, their grammar, times in questions, rejection."""
