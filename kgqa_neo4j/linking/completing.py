"""Autocomplete names in a loaded graph."""

from __future__ import annotations

import re

from kgqa_neo4j.linking import lucene
from kgqa_neo4j.model.completion import Completion
from kgqa_neo4j.store.driver import Database

_WORD = re.compile(r"\w+")
# Number of entities read, of which the best connected are returned: one or two letters match far too many.
_READ = 300


def completions(database: Database, text: str, limit: int) -> list[Completion]:
    """Return entities whose names contain the words of `text`, the last of which may be incomplete.

    Raises:
        DatabaseError: or a subclass.
    """
    words = [lucene.escape(word.casefold()[:100]) for word in _WORD.findall(text)]
    if not words:
        return []
    rows = database.read(
        "linking_completed",
        query=" AND ".join([*words[:-1], f"{words[-1]}*"]),
        prefix=" ".join(text.lower().split()),
        read=_READ,
        limit=limit,
    )
    return [Completion(row["name"], "entity", row["description"] or _facts(row["degree"])) for row in rows]


def _facts(degree: int) -> str:
    return f"{degree:,} {'fact' if degree == 1 else 'facts'}"
