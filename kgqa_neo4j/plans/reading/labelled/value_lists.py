"""Makes the constants of a list agree on one property: "brown or white hair"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token

_LISTED = frozenset({"or", "nor", ","})
# Score bonus for the property that is named beside another constant of the list.
_ALIKE = 0.5


def agreeing(
    options: Sequence[list[Filter]], tokens: Sequence[Token], spots: Sequence[Spot]
) -> list[list[Filter]]:
    """Return the options of each constant; in lists, a property named beside the adjacent item is preferred."""
    found = [list(some) for some in options]
    for at in range(1, len(found)):
        first, last = found[at - 1][0].spot, found[at][0].spot
        between = {token.lower for token in tokens[spots[first].last : spots[last].first]}
        if between and between <= _LISTED:
            found[at - 1], found[at] = _raised(found[at - 1], found[at]), _raised(found[at], found[at - 1])
    return found


def _raised(some: Sequence[Filter], others: Sequence[Filter]) -> list[Filter]:
    """Return the options of a constant, with a bonus for properties that are named beside the other constant."""
    named = {one.element for one in others if one.called >= 0 and not one.counted}
    return [
        replace(one, score=one.score + _ALIKE) if one.called < 0 and one.element in named else one
        for one in some
    ]
