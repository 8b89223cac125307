"""Meanings of comparative and superlative adjectives."""

from __future__ import annotations

import re

from kgqa_neo4j.question.degrees import measured_by
from kgqa_neo4j.question.lexicon import LIGHT_VERBS, NO_COMPARATIVES, NO_SUPERLATIVES
from kgqa_neo4j.question.value_constraints import degree_of

# Names of relations for the start of something, for "the longest" and "been around longer".
BEGAN = ("founded", "started", "began", "joined")

_PEOPLE = frozenset(
    {"people", "persons", "guests", "passengers", "visitors", "patients", "students", "spectators", "fans"}
)
_SAYS_NOTHING = LIGHT_VERBS | {"get", "gets", "got", "has", "have", "had", "having", "with", "for", "and"}
_DOING = re.compile(r"\b(?P<verb>[a-z]{3,})(?: (?:the|far))? *$")


def done_to_people(before: str, noun: str) -> tuple[str, ...]:
    """Return the verb before "more people" or "the fewest people", which names the measure: "seats", "holds"."""
    found = _DOING.search(before) if noun in _PEOPLE else None
    return (found["verb"],) if found and found["verb"] not in _SAYS_NOTHING else ()


def degrees_of(word: str) -> tuple[bool, bool | None, tuple[str, ...]] | None:
    """Return whether an adjective means the greatest, whether of times (None: unknown), and its measures."""
    if word in ("first", "earlier", "earliest", "very first"):
        return False, True, ()
    if word in ("last", "later", "latest", "most recent", "most recently"):
        return True, True, ()
    if measure := measured_by(word):
        return measure[0], False, measure[1]
    known = degree_of(word)
    if known:
        return known
    if word in NO_COMPARATIVES or word in NO_SUPERLATIVES:
        return None
    direction, _, adjective = word.partition(" ")
    if adjective and direction in ("more", "most", "less", "least", "fewer", "fewest"):
        return direction in ("more", "most"), None, (adjective,)
    for ending in ("iest", "ier"):
        if word.endswith(ending):
            return True, None, (word.removesuffix(ending) + "y",)
    for ending in ("est", "er"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return True, None, (word.removesuffix(ending),)
    return None
