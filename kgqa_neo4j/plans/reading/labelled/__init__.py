"""Reading questions about graphs of labels, types and properties: patterns of labels, held to values, as a table."""
