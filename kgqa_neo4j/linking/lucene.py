"""Queries for Neo4j's full-text indexes in which user input never acts as syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Lucene rejects queries of more than 1,024 clauses; a fuzzy term may count as several.
CLAUSES = 500
# Lucene cannot index a term of more than 32,766 bytes, so no name can be that long.
_LONGEST = 8_000
_SPECIAL = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/<>=\s])')
_WORD = re.compile(r"\w+")
_SHORT, _LONG = 4, 7


def escape(term: str) -> str:
    """Return `term` as one literal, unquoted term of Lucene's classic query syntax."""
    escaped = _SPECIAL.sub(r"\\\1", term)
    # AND, OR and NOT are operators only in capitals and as whole terms.
    return "\\" + escaped if escaped in ("AND", "OR", "NOT") else escaped


def quote(text: str) -> str:
    """Return `text` as a phrase, in which only quotes and backslashes are syntax."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def any_of(keys: Iterable[str]) -> list[str]:
    """Return the queries that together find everything that has one of `keys` as a whole term."""
    phrases = [quote(key) for key in dict.fromkeys(keys) if key and len(key) <= _LONGEST]
    return [" ".join(phrases[i : i + CLAUSES]) for i in range(0, len(phrases), CLAUSES)]


def resembling(words: Iterable[str], limit: int = 12) -> str:
    """Return a query for names with words like `words`: as written, or one or two letters off.

    Words of fewer than four letters must match exactly, longer ones within one edit, from seven letters on within two.
    Returns "" without words.
    """
    parts = []
    found = (word for text in words for word in _WORD.findall(text.replace("_", " ")))
    for word in list(dict.fromkeys(found))[:limit]:
        term = escape(word.casefold()[:100])
        parts.append(f"{term}^3")
        if len(word) >= _SHORT:
            parts.append(f"{term}~{2 if len(word) >= _LONG else 1}")
    return " ".join(parts)
