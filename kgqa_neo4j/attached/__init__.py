"""Property graphs that people already have: their schema, names and values, read without writing anything."""
