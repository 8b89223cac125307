"""Two properties of one thing compared: "the films whose revenue is below their budget"."""

from __future__ import annotations

import re
from itertools import pairwise

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Compared, Term
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Sketch, property_of
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


class Rivalling:
    """Adds the comparisons of one question between two properties of the same thing."""

    def __init__(self, schema: PropertyGraphSchema, asked: Asked, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def compare(self) -> None:
        """Take two measures of one label with words that compare right between them as a condition."""
        places = sorted(self._sketch.properties)
        for place, other in pairwise(places):
            one, two = self._sketch.properties[place].element, self._sketch.properties[other].element
            if one == two or one.owner != two.owner or not (self._measures(one) and self._measures(two)):
                continue
            first, last = self._asked.spots[place].last, self._asked.spots[other].first
            between = "".join(f" {token.lower}" for token in self._asked.tokens[first:last])
            comparison = next((told for told, words in _BETWEEN if words.fullmatch(between)), None)
            if comparison is None:
                continue
            left, right = (Term((Move(property_relation(element.name), True),)) for element in (one, two))
            self._sketch.root = self._sketch.variable(one.owner, 0)
            self._sketch.compared.append(Compared(left, comparison, right))
            self._sketch.used.update(range(first, last))
            del self._sketch.properties[place], self._sketch.properties[other]
            return

    def _measures(self, element: Element) -> bool:
        return element.kind is Kind.PROPERTY and property_of(self._schema, element).is_measure
