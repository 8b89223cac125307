"""Companions in an activity: in "acted with Ann", Ann is a fellow actor, not a property to have."""

from __future__ import annotations

import re

_WITH = re.compile(
    r"\b(?P<verb>(?:act|star|perform|appear|sing|record|tour)(?:red|r?ing|ed|s)?|sang|sung) with "
    r"(?=[A-Z'\"\u2018\u201c])"
)


def as_alongside(question: str) -> str:
    """Rewrite "with" after a verb of performing and before a name as "alongside"."""
    return _WITH.sub(lambda match: f"{match['verb']} alongside ", question)
