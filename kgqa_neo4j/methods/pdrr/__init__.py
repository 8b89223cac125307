"""Parts of `pdrr`: partial triples, what the graph holds for them, and how they are joined."""
