"""The guard: checks and rewrites untrusted Cypher before it runs, and expands conditions on times."""
