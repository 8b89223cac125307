"""The Cypher that this program runs, by name: one file each in `cypher/`.

A file starts with comment lines that say its purpose and its parameters::

    // Purpose: entities by id.
    // Parameters: ids (list of strings)
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def statement(name: str) -> str:
    """Return the text of ``cypher/<name>.cypher``.

    Raises:
        KeyError: there is no such statement (a programming error).
    """
    resource = files("kgqa_neo4j.cypher") / f"{name}.cypher"
    if not resource.is_file():
        raise KeyError(f"no statement {name!r}; known: {', '.join(statement_names())}")
    return resource.read_text("utf-8")


def statement_names() -> list[str]:
    """Return the names of all statements, sorted."""
    found = files("kgqa_neo4j.cypher").iterdir()
    return sorted(entry.name.removesuffix(".cypher") for entry in found if entry.name.endswith(".cypher"))
