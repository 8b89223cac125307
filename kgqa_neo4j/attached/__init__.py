"""Existing property graphs: their schema, names and values, read without writing anything."""
