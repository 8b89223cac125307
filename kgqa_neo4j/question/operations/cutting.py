"""Taking the words of an operation out of a question, so that all others keep their places."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa_neo4j.question.operations.model import Operations


def take(found: Operations, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """Take the first words that match, which become blanks; None if none do."""
    match = pattern.search(found.text)
    if match:
        cut(found, match.start(), match.end())
    return match


def take_all(found: Operations, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Take all words that match, which become blanks, and yield the matches."""
    matches = list(pattern.finditer(found.text))
    for match in matches:
        cut(found, match.start(), match.end())
    yield from matches


def blank(found: Operations, pattern: re.Pattern[str]) -> None:
    """Make blanks of all words that match."""
    for _ in take_all(found, pattern):
        pass


def cut(found: Operations, start: int, end: int) -> None:
    """Make blanks of the characters [start, end)."""
    found.text = found.text[:start] + " " * (end - start) + found.text[end:]
