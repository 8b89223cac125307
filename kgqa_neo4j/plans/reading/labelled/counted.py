"""Finds what a question counts if no label names it: agents, relationships, quantities, persons, units."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa_neo4j.attached.model import ValueType
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.operating import Keyword, behind_sign
from kgqa_neo4j.plans.reading.labelled.sketch import SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.units import is_unit
from kgqa_neo4j.question.wording import words as split_words

# Bonus for agents that are counted by their verb, the same as for other nouns that mean a type.
_DOERS = 0.3
# Minimum score of a type whose relationships are counted.
_SURE = 0.8
# Names of relationship properties that store how many of one end there are.
_QUANTITY = frozenset({"quantity", "count", "amount", "number", "units", "pieces", "copies"})
_AUXILIARIES = frozenset({"have", "has", "had", "did", "do"})
BESIDE = 2
"""Maximum number of characters between adjacent words."""


class Counted(SketchWriter):
    """Finds what one question counts without naming its label."""

    @property
    def _held(self) -> set[str]:
        """The labels with a condition on a property."""
        return {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}

    def unit(self, keyword: Keyword, left: Mapping[int, Named]) -> int | None:
        """Return the token index of a counted unit of a measured property, or None: "how many minutes on average"."""
        at = behind_sign(self._asked.tokens, keyword)
        known = any(spot.first == at and not spot.of(Kind.PROPERTY) for spot in self._asked.spots)
        unit = self._asked.tokens[at].lower if at < len(self._asked.tokens) else ""
        measured = any(
            property_of(self._schema, one.element).type in (ValueType.NUMBER, ValueType.DURATION)
            for one in left.values()
        )
        if known or not measured or not is_unit(unit) or not self._asked.operations.functions:
            return None
        return at

    def doers(self, keyword: Keyword) -> bool:
        """Count the agents of a verb, if any, whatever noun is used for them: "how many viewers rated X"."""
        at, tokens = behind_sign(self._asked.tokens, keyword), self._asked.tokens
        verb = at + 1
        while verb < len(tokens) and tokens[verb].lower in _AUXILIARIES:
            verb += 1
        noun = tokens[at].lower if at < len(tokens) else ""
        unknown = not any(spot.first <= at < spot.last for spot in self._asked.spots)
        spot = next((one for one in self._asked.spots if one.first == verb), None)
        if spot is None or spot.constant or not unknown or not is_plural(noun) or self._sketch.labels:
            return False
        held = self._held
        kinds = [one.element.name for one in spot.of(Kind.TYPE) if one.score >= _SURE]
        ends = [
            (kind, one.source)
            for kind in kinds
            for one in self._schema.type[kind].connections
            if one.target in held and one.source not in held
        ]
        if not ends:
            return False
        kind, label = ends[0]
        self._sketch.need(kind)
        self._sketch.used.add(at)
        self._sketch.score += _DOERS
        variable = self._sketch.variable(label, at)
        self._sketch.outs.append(SketchColumn(self._asked.at(keyword), variable, None, Summary.COUNT))
        return True

    def steps(self, keyword: Keyword, place: int | None) -> bool:
        """Count the relationships named right after a count keyword: "how many viewings has the house had"."""
        spots = self._asked.spots
        at = next(
            (one for one, spot in enumerate(spots) if self._asked.tokens[spot.first].start >= keyword.end), None
        )
        if at is None or at == place or self._asked.tokens[spots[at].first].start - keyword.end > BESIDE:
            return False
        sure = [one.element.name for one in spots[at].of(Kind.TYPE) if one.score >= _SURE]
        known = self._held
        for kind in sure if not spots[at].constant else ():
            for one in self._schema.type[kind].connections:
                for end, other in one.ways:
                    if other in known and end not in known and not self._sketch.labels:
                        variable = self._sketch.variable(end, spots[at].first)
                        self._sketch.need(kind)
                        self._sketch.outs.append(
                            SketchColumn(self._asked.at(keyword), variable, None, Summary.COUNT)
                        )
                        return True
        return False

    def parts(self, keyword: Keyword, distinct: bool) -> bool:
        """Show the quantity stored on the relationship of two named nodes: "how many eggs are in a cake"."""
        named = next((one for one in self._asked.filters if self._is_individual(one, keyword)), None)
        if named is None or distinct:
            return False
        others = [one for one in self._asked.filters if one is not named and one.element.kind is Kind.PROPERTY]
        held = {one.element.owner for one in others}
        found = [
            Element(Kind.FACT, one.name, kind.name)
            for kind in self._schema.types
            if any(
                end == named.element.owner and other in held
                for one in kind.connections
                for end, other in one.ways
            )
            for one in kind.properties
            if one.type is ValueType.NUMBER and _QUANTITY.intersection(expanded(split_words(one.name)))
        ]
        if len(found) != 1:
            return False
        self._sketch.need(found[0].owner)
        single = all(self._names_one(one.element) for one in others)
        summary = Summary.EACH if single else Summary.SUM
        self._sketch.outs.append(SketchColumn(self._asked.at(keyword), None, found[0], summary))
        return True

    def persons(self, keyword: Keyword) -> str:
        """Return the label of persons next to the named nodes if the question counts "people"; "" if there is none."""
        at, held = behind_sign(self._asked.tokens, keyword), self._held
        noun = self._asked.tokens[at].lower if at < len(self._asked.tokens) else ""
        if self._sketch.labels or noun not in ("people", "persons"):
            return ""
        ends = [
            (self._sketch.said_of(move.relation), count, end)
            for label in held
            for move, end, count in self._joiner.steps_of(label)
            if is_person(end) and end not in held
        ]
        return max(ends, default=(0.0, 0, ""))[2]

    def _is_individual(self, one: Filter, keyword: Keyword) -> bool:
        """Return whether the name of a single node follows a count keyword."""
        first = self._asked.spots[one.spot].first
        between = [token.lower for token in self._asked.tokens[:first] if token.start >= keyword.end]
        return (
            set(between) <= {"of", "the"}
            and self._asked.tokens[first].start >= keyword.end
            and self._names_one(one.element)
        )

    def _names_one(self, element: Element) -> bool:
        label = self._schema.label.get(element.owner)
        return label is not None and element.kind is Kind.PROPERTY and element.name in label.naming
