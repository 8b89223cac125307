"""What the numbers and dates of a question may hold where no word names a property: "released in 2010"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.model.comparison import Constant
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.nearness import near_label, nearest_label
from kgqa_neo4j.plans.reading.labelled.pieces import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import (
    Element,
    Kind,
    is_end,
    is_person,
    measures_time,
)
from kgqa_neo4j.plans.reading.labelled.wordforms import singular
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, names_person
from kgqa_neo4j.question.units import in_unit
from kgqa_neo4j.question.wording import is_participle, stem

_NUMERIC = (ValueType.NUMBER, ValueType.DATE, ValueType.DATETIME)
_NEAR = 7
_ELSEWHERE = 0.6
# Of what begins and ends, "in 2020" rather says when it began.
_ENDING = 0.04
# What speaks for the only number that a constant lies among the values of.
_SPANNING = 0.5
# What speaks for a year of what only a value tells of: "a 2024 thriller".
_TOLD = 0.25
_AMOUNTS = frozenset({"more", "less", "fewer", "least", "most"})
# How well a verb has to name a type for what it counts.
_SURE = 0.8
# Letters at least of a verb that a property begins like.
_BEGINNING = 5

Add = Callable[[Element, Constant, float, int], None]
"""Adds that a constant is held against an element: as which value, how well, and the spot that names it or -1."""


class Guessing:
    """Guesses what constants of questions about one graph hold, of `facts`, its properties."""

    def __init__(self, joiner: Joiner, facts: Mapping[Element, Property]) -> None:
        self._joiner = joiner
        self._facts = facts

    def any_time(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int, add: Add) -> None:
        """Add the dates of the labels named beside a date, best the one that begins as a word does: "started after"."""
        spot = spots[place]
        said = tuple(
            stem(one.lower)
            for one in tokens[max(0, spot.first - _NEAR) : spot.first]
            if len(one.lower) >= _BEGINNING and one.lower not in FUNCTION_WORDS
        )
        for element, facts in self._facts.items():
            near = near_label(element, tokens, spots, place)
            if facts.type.is_time and near > 0:
                begins = element.name.lower().startswith(said)
                own = _ELSEWHERE if begins else -_ENDING * is_end(element.name)
                add(element, spot.time or spot.text, near + own, -1)

    def any_span(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int, add: Add) -> None:
        """Add what says how long something takes: "visits longer than 2 hours"."""
        for element, facts in self._facts.items():
            near = near_label(element, tokens, spots, place)
            value = as_span(spots[place], facts)
            if value is not None and near > 0:
                add(element, value, near, -1)

    def any_number(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int, add: Add) -> None:
        """Add the numbers and dates of the label named nearest: "released in 2010", "films after 1999"."""
        number = spots[place].number
        year = is_year(number)
        # "More than 2,000 people" are no year.
        year = year and not _AMOUNTS.intersection(
            one.lower for one in tokens[max(0, spots[place].first - 2) : spots[place].first]
        )
        told = {one.label for spot in spots for one in spot.values if not one.on_relationship}
        for element, facts in self._facts.items():
            if facts.type not in _NUMERIC or not year:
                continue
            dated = facts.type is not ValueType.NUMBER or "year" in element.name.lower()
            near = near_label(element, tokens, spots, place)
            if near <= 0 and element.owner in told:
                near = _TOLD
            if near > 0 and (dated or self.spans(facts, number or 0.0)):
                add(element, plain(number or 0.0), near * (1.0 if dated else 0.6), -1)

    def any_amount(self, spots: Sequence[Spot], place: int, add: Add) -> None:
        """Add the numbers of what the question speaks of that have such values: "homes below 400,000"."""
        number = spots[place].number or 0.0
        spoken = {one.element.owner or one.element.name for spot in spots for one in spot.named}
        spoken |= {one.label for spot in spots for one in spot.values}
        found = [
            element
            for element, facts in self._facts.items()
            if element.owner in spoken and facts.type is ValueType.NUMBER and self.spans(facts, number)
        ]
        for element in found:
            add(element, plain(number), _SPANNING / len(found), -1)

    def spans(self, facts: Property, number: float) -> bool:
        """Return whether a number lies among the samples of a property."""
        try:
            found = [float(one.replace(",", "")) for one in facts.samples]
        except ValueError:
            return False
        return bool(found) and min(found) * 0.9 <= number <= max(found) * 1.1

    def others(self, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> str:
        """Return the label that a noun behind a number means though it does not name it; "" if it means none.

        "At least five others" are of the same label, "at least four members" are persons next to it.
        """
        last = spots[place].last
        if last >= len(tokens) or any(one.first == last and one.of(Kind.LABEL) for one in spots):
            return ""
        noun, label = singular(tokens[last].lower), nearest_label(spots, place)
        if noun == "time":
            return self._done(spots, place)
        if noun == "other":
            return label
        if not label or not names_person(noun):
            return ""
        ends = [(count, end) for _, end, count in self._joiner.steps_of(label) if is_person(end)]
        return max(ends, default=(0, ""))[1]

    def is_done(self, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> bool:
        """Return whether a verb before a number names a label of which there are so many: "reviewed four times"."""
        last = spots[place].last
        times = last < len(tokens) and singular(tokens[last].lower) == "time"
        return times and place > 0 and bool(spots[place - 1].of(Kind.LABEL))

    def _done(self, spots: Sequence[Spot], place: int) -> str:
        """Return the label of what is done so many times: "reviewed at least four times" counts reviews."""
        verb = spots[place - 1] if place else None
        if verb is None or not is_participle(verb.text.lower()):
            return ""
        if named := verb.of(Kind.LABEL):
            return named[0].element.name
        label = nearest_label(spots, place)
        steps = self._joiner.steps_of(label) if label else ()
        kinds = {one.element.name for one in verb.of(Kind.TYPE) if one.score >= _SURE}
        ends = [(count, end) for move, end, count in steps if move.relation in kinds]
        return max(ends, default=(0, ""))[1]


def as_span(spot: Spot, facts: Property) -> Constant | None:
    """Return a duration as a property has it: as it is, or as a number of its unit; None where it has none."""
    if not spot.span or not measures_time(facts):
        return None
    return spot.span if facts.type is ValueType.DURATION else plain(in_unit(spot.span, facts.unit))


def is_year(number: float | None) -> bool:
    """Return whether a number may be a year."""
    return number is not None and number.is_integer() and 1000 <= number < 2200


def plain(number: float | None) -> int | float:
    """Return a number without a fraction that says nothing."""
    value = number or 0.0
    return int(value) if float(value).is_integer() else value
