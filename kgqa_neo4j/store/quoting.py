"""Identifiers as they stand in Cypher: the one function that quotes them."""

from __future__ import annotations

from kgqa_neo4j.model.errors import InputError


def quote(identifier: str) -> str:
    """Return an identifier in backticks, safe inside of a statement.

    Raises:
        InputError: it is empty, or contains a NUL character; Neo4j has no such names.
    """
    if not identifier or "\0" in identifier:
        raise InputError(f"{identifier!r} cannot name a relationship type", hint="rename it in the source")
    # Cypher reads \uXXXX before it looks for backticks, so a backslash in a name could end the quotes.
    escaped = identifier.replace("\\", "\\u005C").replace("`", "``")
    return f"`{escaped}`"
