"""Words behind a property or a number that name nothing by themselves: "crew size", "amount spent", "80 years"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.plans.reading.labelled.pieces import Spot, Token, places_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import VALUES, Kind
from kgqa_neo4j.question.units import is_unit

# Score from which words are what a property is called, and below which they only hint at what they name.
_CALLED, _HINTED = 0.95, 0.8
# What may be said of an amount that adds nothing: who "unpaid" asks for would be others.
_HAD = frozenset({"spent", "paid", "taken", "held", "recorded", "stored", "reached"})
# What ends the clause in which a number is compared.
_CLAUSES = frozenset({"and", "or", ",", "who", "that", "which", "whose", "with"})


def with_tails(spots: Sequence[Spot], tokens: Sequence[Token]) -> list[Spot]:
    """Return spots, in their order, that take in what stands behind them and only hints at something else."""
    kept: list[Spot] = []
    for place, spot in enumerate(spots):
        one = kept[-1] if kept else None
        # What took something in takes in no more.
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
    """Return whether words are what a property is called; "an hour late" is late, and of no `hours`."""
    called = not spot.constant and spot.best(*VALUES) >= _CALLED
    return called and not tokens[spot.last - 1].possessive and not is_unit(spot.text.lower())


def _only_hints(spot: Spot) -> bool:
    """Return whether words are no constant, and hint at values alone."""
    if spot.constant or spot.quoted or not spot.named:
        return False
    return spot.best(*VALUES) < _HINTED and not spot.of(Kind.LABEL, Kind.TYPE)


def _is_compared(number: Spot, spots: Sequence[Spot], tokens: Sequence[Token]) -> bool:
    """Return whether a number is said of a property that is named right before it: "a lifespan of over 80"."""
    before = next((one for one in reversed(spots) if one.last <= number.first), None)
    if before is None or before.constant or before.best(*VALUES) < _HINTED:
        return False
    return _CLAUSES.isdisjoint(token.lower for token in tokens[before.last : number.first])


def _has_behind(spot: Spot, tokens: Sequence[Token]) -> bool:
    """Return whether a property is followed by a participle that adds nothing to it."""
    behind = tokens[spot.last].lower if spot.last < len(tokens) else ""
    return not spot.constant and spot.best(*VALUES) >= _CALLED and behind in _HAD
