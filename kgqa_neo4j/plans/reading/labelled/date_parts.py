"""Finds the requested date or part of one: "in which year did X die", "year of release", "at what time did X leave"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.query import DatePart
from kgqa_neo4j.plans.reading.labelled.sketch import property_of
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind, Named, is_end
from kgqa_neo4j.question.nouns import singular_of

_PARTS = {"year": DatePart.YEAR, "month": DatePart.MONTH, "decade": DatePart.DECADE}
ARRIVING = frozenset(
    {"arrive", "arrived", "come", "came", "enter", "entered", "begin", "began", "start", "started"}
)
"""Verbs for the beginning of something."""

LEAVING = frozenset(
    {"leave", "leaves", "left", "depart", "departed", "end", "ended", "finish", "finished", "quit"}
)
"""Verbs for the end of something."""

_WHICH = frozenset({"which", "what"})
# Nouns that fit any date.
_ANY = frozenset({"time", "date", "day"})
# Minimum score of a date whose part is requested.
_NAMED = 0.6
# Score of a date that is named together with its part.
_WHOLE = 0.9


def of_date_parts(
    spots: Sequence[Spot], tokens: Sequence[Token], taken: list[bool], schema: PropertyGraphSchema
) -> list[Spot]:
    """Return the spots with dates reduced to the requested part; the word for the part is marked as `taken`.

    A year or month that is stored on the same nodes takes precedence.
    """
    found = list(spots)
    for at, token in enumerate(tokens):
        part = _PARTS.get(singular_of(token.lower))
        own = next((one for one in found if one.first <= at < one.last), None)
        if part is None or taken[at] or (own is not None and own.last - own.first > 1):
            continue
        asked = any(one.lower in _WHICH for one in tokens[max(0, at - 1) : at])
        near = [one for one in found if asked or one.last == at or _is_of(one, at, tokens)]
        dates = [(one, named) for one in near if one is not own and (named := _dates(one, schema))]
        if len(dates) != 1 or (own is not None and _has_own(own, dates[0][1])):
            continue
        spot, named = dates[0]
        found[found.index(spot)] = replace(spot, named=named, part=part)
        if own is not None:
            found.remove(own)
        taken[at] = True
    return found


def of_ends(spots: Sequence[Spot], tokens: Sequence[Token], taken: list[bool]) -> list[Spot]:
    """Return the spots with "time" resolved to a start or an end date by the verb, which is marked as `taken`."""
    said = [at for at, token in enumerate(tokens) if token.lower in ARRIVING | LEAVING and not taken[at]]
    known = any(one.first <= said[0] < one.last for one in spots) if len(said) == 1 else True
    if known:
        return list(spots)
    ends = tokens[said[0]].lower in LEAVING
    found = list(spots)
    for place, spot in enumerate(spots):
        dates = spot.of(Kind.PROPERTY, Kind.FACT)
        meant = tuple(one for one in dates if is_end(one.element.name) is ends)
        if spot.text.lower() in _ANY and 0 < len(meant) < len(dates):
            best = max(one.score for one in dates)
            found[place] = replace(spot, named=tuple(replace(one, score=best) for one in meant))
            taken[said[0]] = True
    return found


def _is_of(spot: Spot, at: int, tokens: Sequence[Token]) -> bool:
    """Return whether a spot follows the word for its part and "of": "year of birth"."""
    return spot.first == at + 2 and tokens[at + 1].lower == "of"


def _dates(spot: Spot, schema: PropertyGraphSchema) -> tuple[Named, ...]:
    """Return the dates that a spot names; () if it rather names something else."""
    named = [
        one
        for one in spot.of(Kind.PROPERTY, Kind.FACT)
        if one.score >= _NAMED and property_of(schema, one.element).type.is_time
    ]
    if not named or spot.constant or named[0].score < spot.best(Kind.LABEL):
        return ()
    return tuple(replace(one, score=max(one.score, _WHOLE)) for one in named)


def _has_own(part: Spot, dates: Sequence[Named]) -> bool:
    """Return whether nodes with one of the dates also have a property called like its part."""
    owners = {one.element.owner for one in dates}
    return any(one.element.owner in owners and one.score >= _WHOLE for one in part.of(Kind.PROPERTY, Kind.FACT))
