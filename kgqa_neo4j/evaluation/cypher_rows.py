"""Detection of the columns by which a statement orders its result, for comparing rows in order."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.guard.tokens import Token, TokenKind, tokenise
from kgqa_neo4j.model.errors import CypherRefused

_ENDS = frozenset(("RETURN",))


def order_keys(statement: str, columns: Sequence[str]) -> tuple[int, ...] | None:
    """Return the indexes of the columns in a statement's ORDER BY, () if a key is not among the returned columns.

    Return None if the order of rows is irrelevant: the statement has no final ORDER BY, or a LIMIT of 1.
    """
    try:
        tokens = tokenise(statement)
    except CypherRefused:
        return None
    last = max((place for place, token in enumerate(tokens) if token.word in _ENDS), default=None)
    if last is None:
        return None
    tail = tokens[last:]
    at = next((place for place, token in enumerate(tail) if token.word == "ORDER"), None)
    if at is None or _limit(tail) == 1:
        return None
    keys = [_column(key, tail[1:at], columns) for key in _keys(tail[at + 2 :])]
    return tuple(key for key in keys if key is not None) if None not in keys else ()


def _keys(tokens: Sequence[Token]) -> list[list[str]]:
    keys: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += token.marks("(", "[", "{") - token.marks(")", "]", "}")
        if token.word in ("SKIP", "LIMIT", "OFFSET") or token.marks(";"):
            break
        if token.marks(",") and not depth:
            keys.append([])
        elif token.word not in ("ASC", "DESC", "ASCENDING", "DESCENDING"):
            keys[-1].append(token.text.casefold())
    return keys


def _column(key: Sequence[str], returned: Sequence[Token], columns: Sequence[str]) -> int | None:
    """Return the index of the column that a sort key refers to, by its name or its expression."""
    spelt = [_spelt(name) for name in columns]
    if "".join(key) in spelt:
        return spelt.index("".join(key))
    items: list[list[str]] = [[]]
    depth = 0
    for token in returned:
        depth += token.marks("(", "[", "{") - token.marks(")", "]", "}")
        if token.marks(",") and not depth:
            items.append([])
        elif token.word != "DISTINCT":
            items[-1].append(token.text.casefold())
    for place, item in enumerate(items):
        if (item[: item.index("as")] if "as" in item else item) == list(key):
            return place if place < len(columns) else None
    return None


def _spelt(name: str) -> str:
    return "".join(name.split()).casefold()


def _limit(tokens: Sequence[Token]) -> int:
    at = next((place for place, token in enumerate(tokens) if token.word == "LIMIT"), None)
    if at is None or at + 1 >= len(tokens) or tokens[at + 1].kind is not TokenKind.NUMBER:
        return 0
    return int(float(tokens[at + 1].text))
