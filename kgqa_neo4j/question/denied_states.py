"""Rewrite negative adjectives ("unresolved") as the negation of the adjective they deny."""

from __future__ import annotations

import re
from collections.abc import Callable

_DENIED = re.compile(r"\b(?P<prefix>un-?|in|non-)(?P<state>[a-z]{4,})\b")
# Adjectives with the negative prefix "in"; "income" negates nothing.
_ADJECTIVES = frozenset({
    "accessible", "accurate", "active", "complete", "correct", "direct", "edible", "eligible", "formal", "frequent",
    "operative", "secure", "soluble", "valid", "visible",
})  # fmt: skip
# "Are still unresolved", "has gone unpaid".
_SO = re.compile(
    r"\b(?:(?P<is>is|are|was|were)|remains?|remained|stays?|stayed|(?:has |have )?(?:gone|been)|went|goes?)"
    r"(?: still| currently| now)? +$"
)
_DENIES = re.compile(r"\b(?:not|no|never|without|except|cannot)\b|n't\b")
_END = re.compile(r"\W*$")


def denying_states(question: str, is_known: Callable[[str], bool]) -> str:
    """Rewrite "unresolved incidents" as "incidents that are not resolved".

    Only if `is_known` finds a word in the graph for the state and none for its negation, and the question has no other
    negation.
    """
    if _DENIES.search(question):
        return question
    for found in _DENIED.finditer(question):
        state = found["state"]
        denies = found["prefix"] != "in" or state in _ADJECTIVES
        if denies and is_known(state) and not is_known(found[0]):
            return _denied(question[: found.start()], state, question[found.end() :])
    return question


def _denied(before: str, state: str, after: str) -> str:
    so = _SO.search(before)
    if so:
        return f"{before[: so.start()]}{so['is'] or 'are'} not {state}{after}"
    end = _END.search(after)
    assert end is not None
    if not end.start():
        return f"{before}not {state}{after}"
    # "Not" in the middle of a question would negate all that follows.
    return f"{before}{after[: end.start()].lstrip()} that are not {state}{end[0]}"
