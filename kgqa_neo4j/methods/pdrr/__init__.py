"""The method `pdrr`: partial triples, their retrieval, and their joins."""
