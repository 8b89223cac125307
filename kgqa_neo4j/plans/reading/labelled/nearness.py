"""Scores how near to a constant the question names a label or type."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind

# Factor for a type if the same word names a label.
_TOO = 0.5
# Bonus for a value whose label has the value right before it too.
_BESIDE = 0.4


def near_label(element: Element, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> float:
    """Return the score of a property's owner by how near to the constant the question names it."""
    best = -0.2
    # "The companies of Brazilian officers" are not companies of Brazil.
    told = any(one.first == spots[place].last and one.of(Kind.LABEL) for one in spots)
    for other, one in enumerate(spots):
        for named in one.named:
            if named.element.kind not in (Kind.LABEL, Kind.TYPE) or named.element.name != element.owner:
                continue
            # "Visits with a duration" are nodes, not relationships that are also called "visits".
            share = _TOO if named.element.kind is Kind.TYPE and one.of(Kind.LABEL) else 1.0
            distance = spots[place].first - one.last if other < place else one.first - spots[place].last
            if other < place:
                words = [token.lower for token in tokens[one.last : spots[place].first] if token.kind == "word"]
                close = not told and all(
                    word in ("named", "called", "titled", "the", "of", "is", "with", "name") for word in words
                )
                worth = 0.5 if close else max(0.1, 0.32 - 0.02 * distance)
            else:
                worth = 0.4 if distance == 0 else max(0.05, 0.2 - 0.02 * distance)
            best = max(best, worth * named.score * share)
    return best


def beside_value(element: Element, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> float:
    """Return the bonus of a property whose label has the value right before: "Mill Lane in Bradford"."""
    before = spots[place - 1] if place else None
    between = [one.lower for one in tokens[before.last : spots[place].first]] if before else []
    own = before is not None and any(one.label == element.owner for one in before.values)
    return _BESIDE if own and between in (["in"], [","]) else 0.0


def stands_for_another(element: Element, spots: Sequence[Spot], place: int) -> bool:
    """Return whether the noun right after a value names labels that lack its property."""
    behind = spots[place + 1] if place + 1 < len(spots) else None
    labels = {one.element.name for one in behind.of(Kind.LABEL)} if behind is not None else set()
    adjoins = behind is not None and behind.first == spots[place].last
    return adjoins and bool(labels) and element.owner not in labels


def nearest_label(spots: Sequence[Spot], place: int) -> str:
    """Return the label named nearest to a spot, preferably before it; "" if none is named."""
    ranked = sorted(range(len(spots)), key=lambda other: (other > place, abs(other - place)))
    return next((spots[one].of(Kind.LABEL)[0].element.name for one in ranked if spots[one].of(Kind.LABEL)), "")
