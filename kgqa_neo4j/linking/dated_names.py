"""Variants of names with a year: "the 2023 Derby" and "the Derby in 2023" for "Derby 2023"."""

from __future__ import annotations

import re
from collections.abc import Set

_YEAR = r"(?:1\d|20)\d\d"
_BEFORE = re.compile(rf"(?P<year>{_YEAR}) (?P<rest>\S.*)")
_BEHIND = re.compile(rf"(?P<rest>.+?)(?:,| in| of| from)? (?P<year>{_YEAR})")
_A_YEAR = re.compile(rf"(?<!\d){_YEAR}(?!\d)")


def written_otherwise(text: str) -> tuple[str, ...]:
    """Return variants of a text with a year at one end, with the year at either end."""
    match = _BEFORE.fullmatch(text) or _BEHIND.fullmatch(text)
    if match is None:
        return ()
    forms = (f"{match['rest']} {match['year']}", f"{match['year']} {match['rest']}")
    return tuple(form for form in forms if form != text)


def years_in(text: str) -> frozenset[str]:
    """Return the years in a text."""
    return frozenset(_A_YEAR.findall(text))


def is_of_another_year(name: str, told: Set[str]) -> bool:
    """Return whether a name has a year, and the question only others: an event of 2022 is not "the one in 2023"."""
    years = years_in(name) if told else frozenset()
    return bool(years) and years.isdisjoint(told)
