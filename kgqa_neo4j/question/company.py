"""In whose company something was done: who "acted with Ann" did so alongside her, and had her for no property."""

from __future__ import annotations

import re

_WITH = re.compile(
    r"\b(?P<verb>(?:act|star|perform|appear|sing|record|tour)(?:red|r?ing|ed|s)?|sang|sung) with "
    r"(?=[A-Z'\"\u2018\u201c])"
)


def as_alongside(question: str) -> str:
    """Return a question with "alongside" where it asks who did something with somebody whom it names."""
    return _WITH.sub(lambda match: f"{match['verb']} alongside ", question)
