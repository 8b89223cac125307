"""Constants that a question joins by "or", and names joined by "and" of which a node bears one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Sketch
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind

_LISTING = frozenset({"or", ",", "either", "in", "the", "a", "an", "from", "by", "for", "with"})


class Alternatives:
    """Finds the constants of one question of which nodes are held to any."""

    def __init__(self, schema: PropertyGraphSchema, asked: Asked, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def lists(self) -> dict[Filter, Sequence[Filter]]:
        """Return the constants that are joined by "or" and held against one property, each with all of its list.

        So are names joined by "and" whose own properties are asked for: "the population of Rome and Paris".
        """
        groups: list[list[Filter]] = []
        for one in sorted(self._asked.filters, key=lambda one: one.spot):
            if groups and self._is_alternative(groups[-1][-1], one):
                groups[-1].append(one)
            else:
                groups.append([one])
        groups = [
            one
            for one in groups
            if any("or" in self._words_between(*pair) for pair in pairwise(one)) or self.is_of_all(one)
        ]
        for group in groups:
            first, last = self._asked.spots[group[0].spot].last, self._asked.spots[group[-1].spot].first
            self._sketch.used.update(range(first, last))
        return {one: group for group in groups for one in group}

    def is_of_all(self, group: Sequence[Filter]) -> bool:
        """Return whether names are joined by "and" of which a node bears one, whose own properties are asked for."""
        said = [word for pair in pairwise(group) for word in self._words_between(*pair)]
        element = group[0].element
        label = self._schema.label.get(element.owner)
        asked = [one.element for one in self._sketch.properties.values()]
        others = [one.element.name for one in self._sketch.labels.values() if one.element.name != element.owner]
        return (
            "and" in said
            and label is not None
            and label.naming[:1] == (element.name,)
            and any(one.kind is Kind.PROPERTY and one.owner == element.owner for one in asked)
            and not others
        )

    def _is_alternative(self, one: Filter, other: Filter) -> bool:
        """Return whether a constant stands in a list with the one before it, and is held against the same."""
        between = self._words_between(one, other)
        if not between or not set(between) <= _LISTING | {"and"}:
            return False
        plain = one.element.kind is Kind.PROPERTY and not (one.counted or other.counted)
        equal = all(test.comparison is Comparison.EQUAL for test in (*one.tests, *other.tests))
        return plain and equal and one.element == other.element and one.against is other.against is None

    def _words_between(self, one: Filter, other: Filter) -> list[str]:
        first, last = self._asked.spots[one.spot].last, self._asked.spots[other.spot].first
        return [token.lower for token in self._asked.tokens[first:last]]
