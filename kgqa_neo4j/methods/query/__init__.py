"""The method `query` and its parts: queries are enumerated or generated, guarded, executed, or rejected."""
