"""Quoting identifiers in Cypher, all in one function."""

from __future__ import annotations

from kgqa_neo4j.model.errors import InputError


def quote(identifier: str) -> str:
    """Return an identifier in backticks, safe to use in a statement.

    Raises:
        InputError: it is empty or contains a NUL character, which Neo4j does not allow in names.
    """
    if not identifier or "\0" in identifier:
        raise InputError(f"{identifier!r} cannot name a relationship type", hint="rename it in the source")
    # Cypher decodes \uXXXX before it looks for backticks, so a backslash in a name could end the quotes.
    escaped = identifier.replace("\\", "\\u005C").replace("`", "``")
    return f"`{escaped}`"
