"""Guesses the properties of the numbers and dates in a question if no word names them: "released in 2010"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.attached.units import CURRENCIES
from kgqa_neo4j.model.comparison import Constant
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.nearness import near_label, nearest_label
from kgqa_neo4j.plans.reading.labelled.property_constants import as_span, in_unit_of, plain
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, is_end
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, names_person
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.units import duration, is_money
from kgqa_neo4j.question.wording import is_participle, stem
from kgqa_neo4j.question.wording import words as split_words

_NUMERIC = (ValueType.NUMBER, ValueType.DATE, ValueType.DATETIME)
_NEAR = 7
# Scores of a date of the nodes that a verb acts on, and of a date of its agents.
_DONE_TO, _DOES = 0.3, 0.1
_ELSEWHERE = 0.6
# Penalty for an end date: "in 2020" more likely means the start.
_ENDING = 0.04
# Score, shared by all numeric properties whose values span a constant.
_SPANNING = 0.5
_MONEY = frozenset({
    "price", "cost", "fee", "fare", "rate", "amount", "total", "salary", "wage", "pay", "revenue", "budget", "rent",
    "charge", "income", "balance", "fine", "value", "spend", "turnover", "premium",
})  # fmt: skip
# Bonus for durations of the nearest labels if "hours" in "two hours" also names something else.
_OF_LABEL = 0.5
# Bonus for a property named by a word after the duration.
_SAID = 0.6
# Score of a year of nodes that only a value mentions: "a 2024 thriller".
_TOLD = 0.25
# Bonus for a property called a year over other dates.
_OF_YEAR = 0.03
_DATING = frozenset({"in", "of", "during", "from", "since", "before", "after", "until", "by"})
_IN_YEAR = frozenset({"in", "during"})
_AMOUNTS = frozenset({"more", "less", "fewer", "least", "most"})
# Minimum score for a word to name a type.
_SURE = 0.8
# Minimum number of letters of a word that the name of a date may begin with.
_BEGINNING = 5

Add = Callable[[Element, Constant, float, int], None]
"""Adds a binding of a constant: to which element, as which value, its score, and the spot that names it or -1."""


class Guessing:
    """Guesses the properties of constants in questions about one graph; `facts` are all its properties."""

    def __init__(self, joiner: Joiner, facts: Mapping[Element, Property]) -> None:
        self._joiner = joiner
        self._facts = facts

    def any_time(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int, add: Add) -> None:
        """Add the dates of labels named beside a date, preferring names that begin like a word before it: "started
        after"."""
        spot = spots[place]
        said = tuple(
            stem(one.lower)
            for one in tokens[max(0, spot.first - _NEAR) : spot.first]
            if len(one.lower) >= _BEGINNING and one.lower not in FUNCTION_WORDS
        )
        times = [element for element, facts in self._facts.items() if facts.type.is_time]
        near = {element: near_label(element, tokens, spots, place) for element in times}
        if all(one <= 0 for one in near.values()):
            near = {element: self._near_verb(element, spots) for element in times}
        for element in (one for one in times if near[one] > 0):
            begins = element.name.lower().startswith(said)
            own = _ELSEWHERE if begins else -_ENDING * is_end(element.name)
            add(element, spot.time or spot.text, near[element] + own, -1)

    def _near_verb(self, element: Element, spots: Sequence[Spot]) -> float:
        """Return the score of a property of nodes that a verb leads to: "who posted on 11 June" dates the posts."""
        verbs = [spot for spot in spots if is_participle(spot.text.lower())]
        kinds = {one.element.name for spot in verbs for one in spot.of(Kind.TYPE) if one.score >= _SURE}
        steps = [move for move, _, _ in self._joiner.steps_of(element.owner) if move.relation in kinds]
        return _DONE_TO if any(not move.outward for move in steps) else _DOES if steps else 0.0

    def any_span(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int, add: Add) -> None:
        """Add the durations: "visits longer than 2 hours"."""
        spot, unit, bonus = spots[place], -1, 0.0
        if not spot.span and (beside := self._unit(spots, tokens, place)):
            # "Hours" also names something else.
            spot, unit, bonus = replace(spot, span=beside), place + 1, _OF_LABEL
        for element, facts in self._facts.items():
            near = near_label(element, tokens, spots, place)
            value = as_span(spot, facts)
            if value is not None and near > 0:
                said = _SAID * self._named_behind(spots, place, element)
                add(element, value, near + bonus + said, unit)

    def _named_behind(self, spots: Sequence[Spot], place: int, element: Element) -> float:
        """Return how well a word right after a constant names a property: "half an hour late"."""
        last = spots[place].last
        for spot in spots[place + 1 : place + 3]:
            if spot.first != last:
                break
            last = spot.last
            found = [one.score for one in spot.named if one.element == element]
            if found:
                return max(found)
        return 0.0

    def _unit(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int) -> str:
        """Return a number with the unit of time right after it as a duration; "" without such a unit."""
        spot, after = spots[place], spots[place + 1] if place + 1 < len(spots) else None
        if after is None or spot.number is None or after.first != spot.last or after.last > after.first + 1:
            return ""
        return duration(spot.number, tokens[after.first].lower)

    def any_number(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int, add: Add) -> None:
        """Add the numbers and dates of the labels named nearby: "released in 2010", "films after 1999"."""
        number = spots[place].number
        before = tokens[max(0, spots[place].first - 2) : spots[place].first]
        # 2000 in "more than 2000 people" is not a year.
        if not spots[place].is_year or _AMOUNTS.intersection(one.lower for one in before):
            self._any_year(spots, tokens, place, add)
            return
        others = (spot for spot in spots if spot is not spots[place])
        told = {one.label for spot in others for one in spot.values if not one.on_relationship}
        nearness = {
            element: near_label(element, tokens, spots, place)
            for element, facts in self._facts.items()
            if facts.type in _NUMERIC
        }
        named = any(near > 0 for near in nearness.values())
        said = bool(before) and before[-1].lower in _IN_YEAR
        for element, near in nearness.items():
            facts = self._facts[element]
            dated = facts.type is not ValueType.NUMBER or "year" in element.name.lower()
            if not named and element.owner in told:
                # "A 2024 thriller": if the label is named itself, its year is more likely.
                near = _TOLD
            if near > 0 and (dated or (not said and self.spans(facts, number or 0.0))):
                own = _OF_YEAR * (expanded(split_words(element.name)) == ["year"])
                add(element, plain(number or 0.0), near * (1.0 if dated else 0.6) + own, -1)

    def _any_year(self, spots: Sequence[Spot], tokens: Sequence[Token], place: int, add: Add) -> None:
        """Add the year properties whose values span a number, even a remote year: "the battles of 298"."""
        spot = spots[place]
        if spot.unit or tokens[max(0, spot.first - 1)].lower not in _DATING:
            return
        for element, facts in self._facts.items():
            if split_words(element.name)[-1:] == ["year"] and self.spans(facts, spot.number or 0.0):
                near = near_label(element, tokens, spots, place)
                add(element, plain(spot.number), near + _OF_YEAR, -1)

    def any_amount(self, spots: Sequence[Spot], place: int, add: Add) -> None:
        """Add the numbers of mentioned labels and types whose values span a constant: "homes below 400,000"."""
        spot = spots[place]
        spoken = {one.element.owner or one.element.name for spot in spots for one in spot.named}
        spoken |= {one.label for spot in spots for one in spot.values}
        found = {
            element: value
            for element, facts in self._facts.items()
            if element.owner in spoken
            and facts.type is ValueType.NUMBER
            and (value := in_unit_of(spot, facts)) is not None
            and self.spans(facts, value)
        }
        if is_money(spot.unit):
            # "Under 20 dollars" is about prices.
            found = {one: value for one, value in found.items() if costs(self._facts[one])} or found
        for element, value in found.items():
            add(element, value, _SPANNING / len(found), -1)

    def spans(self, facts: Property, number: float) -> bool:
        """Return whether a number lies in the range of a property's samples, give or take 10 %."""
        try:
            found = [float(one.replace(",", "")) for one in facts.samples]
        except ValueError:
            return False
        return bool(found) and min(found) * 0.9 <= number <= max(found) * 1.1

    def others(self, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> str:
        """Return the label that a noun after a number means without naming it; "" if there is none.

        "At least five others" have the same label, "at least four members" are persons next to it.
        """
        last = spots[place].last
        if last >= len(tokens) or any(one.first == last and one.of(Kind.LABEL) for one in spots):
            return ""
        noun, label = singular_of(tokens[last].lower), nearest_label(spots, place)
        if noun == "time":
            return self._done(spots, place)
        if noun == "other":
            return label
        if not label or not names_person(noun):
            return ""
        ends = [(count, end) for _, end, count in self._joiner.steps_of(label) if is_person(end)]
        return max(ends, default=(0, ""))[1]

    def done_to(self, spots: Sequence[Spot], place: int) -> str:
        """Return the label of the agents that a noun after a number implies for the nearest label, or ""."""
        near = nearest_label(spots, place)
        found = doers_of(self._joiner, spots[place + 1], near) if near else None
        return found[1] if found else ""

    def is_done(self, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> bool:
        """Return whether a verb before a number of times names a label: "reviewed four times"."""
        last = spots[place].last
        times = last < len(tokens) and singular_of(tokens[last].lower) == "time"
        return times and place > 0 and bool(spots[place - 1].of(Kind.LABEL))

    def _done(self, spots: Sequence[Spot], place: int) -> str:
        """Return the label that a verb with a number of times counts: "reviewed at least four times" counts reviews."""
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


def doers_of(joiner: Joiner, noun: Spot, label: str) -> tuple[str, str] | None:
    """Return the type that a plural noun expresses ("ratings"), and the label of those who do it to nodes of a label.

    None if the noun names a label itself, or if nothing of that type leads to the label.
    """
    sure = [one.element.name for one in noun.of(Kind.TYPE) if one.score >= _SURE]
    if not sure or noun.of(Kind.LABEL) or not is_plural(noun.text.lower()):
        return None
    steps = joiner.steps_of(label)
    ends = {end: count for move, end, count in steps if move.relation == sure[0] and not move.outward}
    return (sure[0], max(ends, key=lambda end: ends[end])) if ends else None


def costs(facts: Property) -> bool:
    """Return whether the values of a property are amounts of money."""
    return facts.unit in CURRENCIES or not _MONEY.isdisjoint(expanded(split_words(facts.name)))
