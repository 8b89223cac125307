"""Short forms of sorted counts per group: "films per director, most first"."""

from __future__ import annotations

import re

_DOWN = r"most|highest|largest|biggest|greatest|busiest"
_UP = r"fewest|least|lowest|smallest"
_SORTED = re.compile(
    r"^(?P<before>\W*(?:(?:show|list|give|find|count)(?: me| us)? )?)(?:the )?(?:(?:number|count)s? of )?"
    r"(?P<things>[a-z]+s) (?P<of>per|by|for each|for every|of each|in each) (?P<group>(?-i:[a-z][a-z ]*?)),?"
    r"(?: (?:(?:sorted|ordered|ranked)(?: by (?:(?:the|their) )?(?:numbers?|counts?|how many))?),?)?"
    rf"(?: (?:in )?(?:(?P<down>(?:{_DOWN}) first|desc(?:ending)?|from (?:{_DOWN}) to (?:{_UP}))"
    rf"|(?:{_UP}) first|asc(?:ending)?|from (?:{_UP}) to (?:{_DOWN}))(?: order)?)(?P<end>\W*)$",
    re.IGNORECASE,
)


def as_sorted_numbers(question: str) -> str:
    """Write the order in full: "number of films per director sorted by number of films descending"."""
    found = _SORTED.match(question)
    if found is None:
        return question
    number = f"number of {found['things']}"
    order = "descending" if found["down"] else "ascending"
    return f"{found['before']}{number} {found['of']} {found['group']} sorted by {number} {order}{found['end']}"
