"""Reads questions about property graphs: words become labels, types, properties and values, and these a table query."""
