"""Past and present in questions and in names of relations: `formerTeam`, "used to drive for"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_OVER = frozenset({"former", "formerly", "ex", "past", "erstwhile", "onetime", "previously"})
_BEGUN = frozenset(
    {"founded", "started", "established", "opened", "created", "joined", "built", "inception", "launched"}
)
_ENDED = re.compile(
    r"\b(?:former|formerly|ex|one-?time|erstwhile|previous|previously|used to|no longer|not any ?more|in the past)\b",
    re.IGNORECASE,
)
_MAY_BE_OVER = re.compile(
    r"\b(?:ever|never|before|earlier|old|past|had|history|all|until|left|was|were|did|has|have|ago|back)\b",
    re.IGNORECASE,
)
_WHEN_NOW = re.compile(r"^\W*(?:when|(?:on )?(?:what|which) days?) (?:is|are|does|do)\b", re.IGNORECASE)


def is_over(label: Sequence[str]) -> bool:
    """Return whether a relation's name, in words, marks its facts as past: `former team`."""
    return not _OVER.isdisjoint(label)


def says_begun(label: Sequence[str]) -> bool:
    """Return whether a relation's name, in words, is about the beginning of something: `founded`, `started in`."""
    return not _BEGUN.isdisjoint(label)


def over_asked(text: str) -> int:
    """Return 1 for a question about the past, -1 about the present, 0 if it may be either.

    "Who used to drive for X", "where does X work", "who drove for X".
    """
    if _ENDED.search(text):
        return 1
    return 0 if _MAY_BE_OVER.search(text) else -1


def asks_when_now(text: str) -> bool:
    """Return whether a question asks when something takes place, not since when: "when is the chess club on"."""
    return _WHEN_NOW.search(text) is not None
