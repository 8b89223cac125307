"""The `kgqa` command: one file per subcommand, each a thin caller of library functions."""

from kgqa_neo4j.cli.main import main

__all__ = ["main"]
