"""Normalize how often something was done: "more than once" becomes "at least two times"."""

from __future__ import annotations

import re

_TWO = r"(?:twice|two times)"
_FORMS = tuple(
    (re.compile(rf"\b(?:{said})\b(?! an? )", re.IGNORECASE), meant)
    for said, meant in (
        (rf"more than {_TWO}", "more than two times"),
        (rf"(?:exactly|only|just) {_TWO}", "exactly two times"),
        (
            rf"more than once|more than one time|(?:at least|no less than) {_TWO}|{_TWO} or more"
            "|repeatedly|several times|multiple times",
            "at least two times",
        ),
        ("(?:exactly|only|just) (?:once|one time)", "exactly one time"),
    )
)


def as_numbers_of_times(question: str) -> str:
    """Rewrite how often something was done as a number of times; "twice a week" stays as it is."""
    for said, meant in _FORMS:
        question = said.sub(meant, question)
    return question
