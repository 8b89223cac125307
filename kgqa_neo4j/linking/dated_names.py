"""Names that hold a year, as a question words them: "the 2023 Derby" and "the Derby in 2023" for "Derby 2023"."""

from __future__ import annotations

import re

_YEAR = r"(?:1\d|20)\d\d"
_BEFORE = re.compile(rf"(?P<year>{_YEAR}) (?P<rest>\S.*)")
_BEHIND = re.compile(rf"(?P<rest>.+?)(?:,| in| of| from)? (?P<year>{_YEAR})")
_A_YEAR = re.compile(rf"(?<!\d){_YEAR}(?!\d)")


def written_otherwise(text: str) -> tuple[str, ...]:
    """Return the names that a text with a year at one end may stand for, with the year at either end."""
    match = _BEFORE.fullmatch(text) or _BEHIND.fullmatch(text)
    if match is None:
        return ()
    forms = (f"{match['rest']} {match['year']}", f"{match['year']} {match['rest']}")
    return tuple(form for form in forms if form != text)


def is_of_another_year(name: str, text: str) -> bool:
    """Return whether a name holds a year and a text others: what was held in 2022 is not meant by "the one in 2023"."""
    years = set(_A_YEAR.findall(name))
    told = set(_A_YEAR.findall(text))
    return bool(years and told) and years.isdisjoint(told)
