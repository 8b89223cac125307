"""Compares two properties of one node: "the films whose revenue is below their budget"."""

from __future__ import annotations

import re
from itertools import pairwise

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Term, TermComparison
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.dating import dated_by, due
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind

_OWN = r"(?: (?:their|its|his|her|the|own|they|it|that|he|she|was|were|is|are))*"
_BETWEEN: tuple[tuple[Comparison, re.Pattern[str]], ...] = tuple(
    (comparison, re.compile(rf"{_OWN}(?: (?:{words})){_OWN}"))
    for comparison, words in (
        (Comparison.LESS, r"(?:less|lower|smaller|fewer|earlier|shorter|cheaper) than|below|under|before"),
        (
            Comparison.GREATER,
            r"(?:more|higher|greater|larger|bigger|later|longer) than|above|over|after|exceed(?:s|ed|ing)?|beyond",
        ),
        (Comparison.EQUAL, r"(?:the same as|equal to|equals|as (?:much|many|high|large|long) as)"),
    )
)
# How a date compares with its due date.
_TIMELY = (
    (("late",), Comparison.GREATER), (("too", "late"), Comparison.GREATER), (("early",), Comparison.LESS),
    (("on", "time"), Comparison.AT_MOST), (("in", "time"), Comparison.AT_MOST),
)  # fmt: skip


class Rivalling:
    """Adds a comparison between two properties of one node to the query."""

    def __init__(self, schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def compare(self) -> None:
        """Add the comparison of two measures of one label that only comparing words separate.

        "Shipped after the required date" compares the date of shipping.
        """
        measured = {place: named.element for place, named in self._sketch.properties.items()}
        owners = {element.owner for element in measured.values() if element.kind is Kind.PROPERTY}
        owners |= {named.element.name for named in self._sketch.labels.values()}
        for place, spot in enumerate(self._asked.spots):
            dates = [
                one for label in owners if (one := dated_by(self._schema, spot.text.lower(), label)) is not None
            ]
            if len(dates) == 1 and not (place in measured and self._measures(measured[place])):
                # "Paid" in "paid after the due date" means a date, even if it also names whether something is paid.
                measured[place] = dates[0]
        for place, other in pairwise(sorted(measured)):
            one, two = measured[place], measured[other]
            if one == two or one.owner != two.owner or not (self._measures(one) and self._measures(two)):
                continue
            first, last = self._asked.spots[place].last, self._asked.spots[other].first
            between = "".join(f" {token.lower}" for token in self._asked.tokens[first:last])
            comparison = next((told for told, words in _BETWEEN if words.fullmatch(between)), None)
            if comparison is None:
                continue
            self._hold(one, comparison, two)
            self._sketch.used.update(range(first, last))
            for said in (place, other):
                self._sketch.properties.pop(said, None)
                self._unsay(said)
            return
        for place, one in sorted(measured.items()):
            if self._compare_with_due(place, one):
                return

    def _compare_with_due(self, place: int, done: Element) -> bool:
        """Compare the date of an action with its due date: "shipped late", "paid on time"."""
        spot = self._asked.spots[place]
        said = [token.lower for token in self._asked.tokens]
        comparison, last = next(
            (
                (told, at + len(way))
                # "Finished on time" may look like `finished_on`.
                for at in range(spot.first + 1, spot.last + 1)
                for way, told in _TIMELY
                if said[at : at + len(way)] == list(way)
            ),
            (Comparison.EQUAL, 0),
        )
        other = due(self._schema, done.owner) if last and done.kind is Kind.PROPERTY else None
        if other is None or other == done or not self._measures(done):
            return False
        self._hold(done, comparison, other)
        self._sketch.used.update(range(spot.first, last))
        self._sketch.properties.pop(place, None)
        self._unsay(place)
        return True

    def _hold(self, one: Element, comparison: Comparison, two: Element) -> None:
        left, right = (Term((Move(property_relation(element.name), True),)) for element in (one, two))
        self._sketch.root = self._sketch.variable(one.owner, 0)
        self._sketch.compared.append(TermComparison(left, comparison, right))

    def _unsay(self, place: int) -> None:
        """Drop the types that the words for a compared property mention."""
        first = self._asked.spots[place].first
        for kind, some in list(self._sketch.said.items()):
            left = [one for one in some if one[1] != first]
            self._sketch.said[kind] = left
            if not left:
                del self._sketch.said[kind]

    def _measures(self, element: Element) -> bool:
        return element.kind is Kind.PROPERTY and property_of(self._schema, element).is_measure
