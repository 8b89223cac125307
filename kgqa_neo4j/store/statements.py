"""The Cypher statements of this program, by name: one file each in `cypher/`.

A file starts with comment lines for its purpose and its parameters::

    // Purpose: entities by id.
    // Parameters: ids (list of strings)
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from kgqa_neo4j.store.quoting import quote

TRIPLE_INDEX = "triple_embedding"
_PLACE = re.compile(r"`\$(\w+)`")
_TRIPLE_INDEX_NAME = re.compile(rf"{TRIPLE_INDEX}_[0-9a-f]+")


def statement_on(name: str, triple_index: str) -> str:
    """Return the text of ``cypher/<name>.cypher`` with the name of the triple index in use filled in.

    A SEARCH takes its index by name only, and that name depends on the relationship types; only names of the form that
    `kgqa_neo4j.store.schema` makes are accepted.

    Raises:
        ValueError: `triple_index` is not of that form.
        KeyError: there is no such statement.
    """
    if not _TRIPLE_INDEX_NAME.fullmatch(triple_index):
        raise ValueError(f"not the name of a triple index: {triple_index!r}")
    return statement(name).replace(f"VECTOR INDEX {TRIPLE_INDEX} ", f"VECTOR INDEX {triple_index} ")


def statement_about(name: str, **identifiers: str) -> str:
    """Return the text of ``cypher/<name>.cypher`` with its placeholders replaced by identifiers.

    A label by parameter (``:$($label)``) does not use the count store, and a type by parameter scans all relationships,
    so statements about one label or type have it in their text: `` `$label` `` in the file is replaced by the quoted
    value of `label`.

    Raises:
        ValueError: the file has no such placeholder (a programming error).
        KeyError: there is no such statement.
    """
    text = "\n".join(line for line in statement(name).splitlines() if not line.startswith("//"))
    for place in identifiers:
        if f"`${place}`" not in text:
            raise ValueError(f"{name} has no place for {place!r}")
    # In one pass, since an identifier may look like a placeholder.
    return _PLACE.sub(lambda match: quote(identifiers[match[1]]), text)


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
