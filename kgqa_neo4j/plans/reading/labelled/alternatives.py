"""Finds lists of constants of which a node has to match only one: those joined by "or", and some joined by "and"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_place
from kgqa_neo4j.plans.reading.labelled.operating import MADE
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.question.nouns import is_plural

_JOINED = frozenset({"and", "versus", "vs", "how", "many"})
_TOGETHER = frozenset({"total", "altogether", "together", "combined", "overall"})
# Maximum number of characters between adjacent words.
_BESIDE = 2
# Words allowed between conditions on two properties: "in zone 1 or with more than four platforms".
_HELD = frozenset(
    {"has", "have", "is", "are", "was", "were", "that", "who", "which", "having", "with", "whose"}
)
# Words allowed between a noun and its place, and the maximum number of tokens between the two.
_THERE = frozenset(
    {"are", "were", "in", "from", "at", "near", "based", "located", "situated", "registered", "the"}
)
_PLACED = 3
_LISTING = frozenset({"or", ",", "either", "in", "of", "the", "a", "an", "from", "by", "for", "with"})


class Alternatives:
    """Finds the lists of alternative constants in one question."""

    def __init__(self, schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def lists(self) -> dict[Filter, Sequence[Filter]]:
        """Return each constant that belongs to a list of alternatives, with the whole list.

        Constants joined by "and" are alternatives if they match different nodes: "the population of Rome and Paris".
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
            if any("or" in self._words_between(*pair) for pair in pairwise(one))
            or self.is_of_all(one)
            or self.is_split(one)
            or self.is_exclusive(one)
            or self.is_placed(one)
            or self.is_summed(one)
        ]
        for group in groups:
            first, last = self._asked.spots[group[0].spot].last, self._asked.spots[group[-1].spot].first
            self._sketch.used.update(range(first, last))
        return {one: group for group in groups for one in group}

    def is_of_all(self, group: Sequence[Filter]) -> bool:
        """Return whether "and" joins names of different nodes whose own properties are requested."""
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

    def is_split(self, group: Sequence[Filter]) -> bool:
        """Return whether each of the listed values gets its own row: "split by Bachelor and Master"."""
        if len(group) < 2:
            return False
        operations, tokens = self._asked.operations, self._asked.tokens
        first = tokens[self._asked.spots[group[0].spot].first].start
        grouped = any(0 <= first - keyword.end <= _BESIDE for keyword in operations.groups)
        starts = [tokens[self._asked.spots[one.spot].first].start for one in group]
        again = [
            any(low < keyword.start < high for keyword, _ in operations.counts)
            for low, high in pairwise(starts)
        ]
        return grouped or all(again) or self._is_by_years(group)

    def _is_by_years(self, group: Sequence[Filter]) -> bool:
        """Return whether each of several years gets its own number: "the number of orders in 1996 and 1997"."""
        facts = property_of(self._schema, group[0].element)
        spots = [self._asked.spots[one.spot] for one in group]
        years = all(spot.number is not None and spot.until is None for spot in spots)
        operations = self._asked.operations
        made = bool(operations.counts) or any(one in MADE for _, one, _ in operations.functions)
        said = [word for pair in pairwise(group) for word in self._words_between(*pair)]
        together = any(token.lower in _TOGETHER for token in self._asked.tokens)
        return facts.type.is_time and years and made and "and" in said and not together

    def is_exclusive(self, group: Sequence[Filter]) -> bool:
        """Return whether "and" joins values of which each answer node has only one: "open and pending orders"."""
        element = group[0].element
        head = min(self._sketch.labels, default=None)
        if len(group) < 2 or head is None or self._sketch.labels[head].element.name != element.owner:
            return False
        facts = property_of(self._schema, element)
        named = self._schema.label[element.owner].naming
        # Nobody was born in 1964 and in 1967.
        one_of = bool(facts.values) or facts.type.is_measure
        return facts.type is not ValueType.LIST and one_of and element.name not in named

    def is_placed(self, group: Sequence[Filter]) -> bool:
        """Return whether "and" joins places and each answer node is in one of them: "banks in Malta and Cyprus"."""
        if len(group) < 2 or not is_place(group[0].element.owner):
            return False
        tokens, first = self._asked.tokens, self._asked.spots[group[0].spot].first
        heads = [one for place, one in enumerate(self._asked.spots) if place in self._sketch.labels]
        nouns = [one for one in heads if 0 < first - one.last <= _PLACED and is_plural(one.text.lower())]
        return bool(nouns) and {token.lower for token in tokens[nouns[-1].last : first]} <= _THERE

    def is_summed(self, group: Sequence[Filter]) -> bool:
        """Return whether a total over several names is requested: "the hours of Ann and Bo in total"."""
        said = [word for pair in pairwise(group) for word in self._words_between(*pair)]
        operations = self._asked.operations
        sums = bool(operations.counts) or any(made is Summary.SUM for _, made, _ in operations.functions)
        together = any(token.lower in _TOGETHER for token in self._asked.tokens)
        return "and" in said and sums and together and "both" not in said

    def _is_alternative(self, one: Filter, other: Filter) -> bool:
        """Return whether a constant continues the list of the constant before it."""
        between = self._words_between(one, other)
        first, last = self._asked.spots[one.spot].last, self._asked.spots[other.spot].first
        counted = [at for at in range(first, last) if self._asked.operations.taken[at]]
        called = self._asked.spots[other.called] if other.called >= 0 else None
        counted += [at for at in range(called.first, called.last) if first <= at < last] if called else []
        said = {self._asked.tokens[at].lower for at in counted}
        if self._is_either(one, other) and "or" in between:
            return set(between) <= _LISTING | _HELD | said
        if not between or not set(between) <= _LISTING | _JOINED | said:
            return False
        plain = one.element.kind is Kind.PROPERTY and not (one.counted or other.counted)
        equal = all(test.comparison is Comparison.EQUAL for test in (*one.tests, *other.tests))
        return plain and equal and one.element == other.element and one.against is other.against is None

    def _is_either(self, one: Filter, other: Filter) -> bool:
        """Return whether two constants belong to different properties of a label, neither of which is its name."""
        label = self._schema.label.get(one.element.owner)
        return (
            label is not None
            and one.element.kind is other.element.kind is Kind.PROPERTY
            and one.element != other.element
            and one.element.owner == other.element.owner
            and not {one.element.name, other.element.name} & set(label.naming[:1])
            and not (one.counted or other.counted)
            and one.against is other.against is None
        )

    def _words_between(self, one: Filter, other: Filter) -> list[str]:
        first, last = self._asked.spots[one.spot].last, self._asked.spots[other.spot].first
        return [token.lower for token in self._asked.tokens[first:last]]
