"""Question answering over knowledge graphs held in Neo4j."""

from importlib.metadata import version

__version__ = version("kgqa-neo4j")
