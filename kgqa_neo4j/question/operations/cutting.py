"""Cut the words of operations out of a question by blanking them, so that all others keep their positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa_neo4j.question.operations.model import Operations


def take(found: Operations, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """Cut the first match and return it; None without a match."""
    match = pattern.search(found.text)
    if match:
        cut(found, match.start(), match.end())
    return match


def take_all(found: Operations, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Cut all matches and yield them."""
    matches = list(pattern.finditer(found.text))
    for match in matches:
        cut(found, match.start(), match.end())
    yield from matches


def blank(found: Operations, pattern: re.Pattern[str]) -> None:
    """Cut all matches."""
    for _ in take_all(found, pattern):
        pass


def cut(found: Operations, start: int, end: int) -> None:
    """Replace the characters [start, end) by blanks."""
    found.text = found.text[:start] + " " * (end - start) + found.text[end:]
