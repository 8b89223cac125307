"""Extends spots by words after them that name nothing themselves: "crew size", "amount spent", "80 years"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token, places_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import VALUES, Kind
from kgqa_neo4j.question.units import is_unit

# Minimum score of a property's name, and the score below which words only hint at an element.
_CALLED, _HINTED = 0.95, 0.8
# Participles that add nothing to an amount. "Unpaid" does: it requests other nodes.
_HAD = frozenset({"spent", "paid", "taken", "held", "recorded", "stored", "reached"})
# Words that end the clause in which a number is compared.
_CLAUSES = frozenset({"and", "or", ",", "who", "that", "which", "whose", "with"})


def with_tails(spots: Sequence[Spot], tokens: Sequence[Token]) -> list[Spot]:
    """Return the spots in order, extended by following spots that only hint at something else."""
    kept: list[Spot] = []
    for place, spot in enumerate(spots):
        one = kept[-1] if kept else None
        # A spot is extended only once.
        if one is None or one is not spots[place - 1] or spot.first != one.last or not _only_hints(spot):
            kept.append(spot)
        elif _is_called(one, tokens):
            kept[-1] = replace(one, last=spot.last)
        elif one.number is not None and is_unit(spot.text.lower()) and _is_compared(one, spots, tokens):
            kept[-1] = replace(one, last=spot.last, unit=spot.text.lower())
        else:
            kept.append(spot)
    spotted = places_of(kept)
    return [
        replace(one, last=one.last + 1) if _has_behind(one, tokens) and one.last not in spotted else one
        for one in kept
    ]


def _is_called(spot: Spot, tokens: Sequence[Token]) -> bool:
    """Return whether words are the name of a property; "an hour late" is late, and does not mean `hours`."""
    called = not spot.constant and spot.best(*VALUES) >= _CALLED
    return called and not tokens[spot.last - 1].possessive and not is_unit(spot.text.lower())


def _only_hints(spot: Spot) -> bool:
    """Return whether words are no constant, and only hint at properties."""
    if spot.constant or spot.quoted or not spot.named:
        return False
    return spot.best(*VALUES) < _HINTED and not spot.of(Kind.LABEL, Kind.TYPE)


def _is_compared(number: Spot, spots: Sequence[Spot], tokens: Sequence[Token]) -> bool:
    """Return whether a number is compared with the property named right before it: "a lifespan of over 80"."""
    before = next((one for one in reversed(spots) if one.last <= number.first), None)
    if before is None or before.constant or before.best(*VALUES) < _HINTED:
        return False
    return _CLAUSES.isdisjoint(token.lower for token in tokens[before.last : number.first])


def _has_behind(spot: Spot, tokens: Sequence[Token]) -> bool:
    """Return whether a property is followed by a participle that adds nothing to it."""
    behind = tokens[spot.last].lower if spot.last < len(tokens) else ""
    return not spot.constant and spot.best(*VALUES) >= _CALLED and behind in _HAD
