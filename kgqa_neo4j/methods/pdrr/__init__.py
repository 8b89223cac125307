"""The method `pdrr`: partial triples, their retrieval, and how they are joined."""
