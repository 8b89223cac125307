"""The method `kg-rag`."""
