"""Abbreviations in identifiers: ``emp_cnt`` reads as "employee count"."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.question.tables import table

_BOUNDS = {"min": "minimum", "max": "maximum"}
# A single letter before a date or place, in properties of people.
_OF_PEOPLE = {"b": "birth", "d": "death"}
_DATED = frozenset({"date", "day", "year", "place", "dt", "yr"})


def expanded(words: Sequence[str]) -> list[str]:
    """Return the lower-case words of an identifier with abbreviations expanded.

    A leading single letter is dropped ("P_teaches"), unless it abbreviates an event before a date ("b_date"). A leading
    "min" is "minimum"; elsewhere it is minutes.
    """
    rest = list(words)
    if len(rest) > 1 and len(rest[0]) == 1:
        first = rest.pop(0)
        if first in _OF_PEOPLE and rest[0] in _DATED:
            rest.insert(0, _OF_PEOPLE[first])
    if len(rest) > 1 and rest[0] in _BOUNDS:
        rest[0] = _BOUNDS[rest[0]]
    known = table("abbreviations.txt")
    return [word for one in rest for word in known.get(one, one).split()]
