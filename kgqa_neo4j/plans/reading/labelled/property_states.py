"""Conditions on properties that need no constant: a value or none, zero or more, not ended yet, true."""

from __future__ import annotations

from kgqa_neo4j.attached.model import ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, Quantifier, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.dating import is_years
from kgqa_neo4j.plans.reading.labelled.denying import have
from kgqa_neo4j.plans.reading.labelled.sketch import property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, is_end
from kgqa_neo4j.question.lexicon import BEING, RELATIVE_PRONOUNS
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.wording import is_participle

_OF_TRUTHS = frozenset({"status", "flag", "value", "state", "of", "property", "and", ","})
# Maximum number of characters between a property and words for whether it has a value.
_BEFORE = 12
_OPEN = frozenset({"open", "active", "unresolved", "unfinished", "ongoing", "running", "outstanding", "going"})
_SAYING = frozenset({"is", "are", "was", "were", "that", "which", "who"})
_STILL = frozenset({"still", "currently", "yet"})
_HAVING = frozenset({"with", "has", "have", "having", "had"})
_GETTING = frozenset({
    "win", "wins", "won", "winning", "get", "gets", "got", "receive", "received", "earn", "earned", "take", "took",
    "taken",
})  # fmt: skip
_ANY = frozenset({"a", "an", "any", "some"})


class PropertyStates(SketchWriter):
    """Adds the conditions of one question on the state of a property."""

    def hold_known(self) -> None:
        """Require that nodes have a value, or none: "with a phone number", "whose end date is missing"."""
        for keyword, known in self._asked.operations.known:
            ends = {
                self._asked.tokens[self._asked.spots[place].last - 1].end: place
                for place, named in self._sketch.properties.items()
                if named.element.kind is Kind.PROPERTY
            }
            before = [end for end in ends if end <= keyword.end and keyword.start - end < _BEFORE]
            if before:
                have(self._asked, self._sketch, ends[max(before)], known)
        head = min(self._sketch.labels, default=None)
        for place, named in sorted(self._sketch.properties.items()):
            first = self._asked.spots[place].first
            said = [token.lower for token in self._asked.tokens[max(0, first - 2) : first]]
            if head is None or place < head or len(said) < 2:
                continue
            if named.element.kind is Kind.FACT:
                got = said[0] in _GETTING and said[1] in _ANY
                if got or self._is_had(first):
                    # "Has a share in" is a relationship, not a column.
                    del self._sketch.properties[place]
                if got:
                    # "Won a medal" means any medal.
                    any_value = FactTest(named.element.name, ValueTest(Comparison.UNEQUAL, ""))
                    self._sketch.need(named.element.owner)
                    self._sketch.facts.append((named.element.owner, any_value))
                continue
            truth = property_of(self._schema, named.element).type is ValueType.BOOLEAN
            if said[0] in _HAVING and said[1] in _ANY and not truth:
                have(self._asked, self._sketch, place, True)

    def _is_had(self, first: int) -> bool:
        """Return whether a relative clause with "have" leads up to a token: "that have a"."""
        said = [token.lower for token in self._asked.tokens[max(0, first - 3) : first]]
        return len(said) > 2 and said[0] in RELATIVE_PRONOUNS and said[1] in _HAVING and said[2] in _ANY

    def hold_left(self) -> None:
        """Require that a number is zero, or above zero: "out of stock", "no seats left", "is it in stock"."""
        tokens = [token.lower for token in self._asked.tokens]
        for place, named in list(self._sketch.properties.items()):
            spot, element = self._asked.spots[place], named.element
            if element.kind is not Kind.PROPERTY or self._is_no_number(element):
                continue
            before, after = tokens[max(0, spot.first - 2) : spot.first], tokens[spot.last : spot.last + 1]
            if before == ["out", "of"] or (before[-1:] == ["no"] and after == ["left"]):
                comparison = Comparison.EQUAL
            elif before[-1:] == ["in"] and self._tells_state(before[:-1]):
                comparison = Comparison.GREATER
            else:
                continue
            del self._sketch.properties[place]
            move = Move(property_relation(element.name), True)
            pattern = Pattern(tests=(ValueTest(comparison, 0),))
            self._sketch.variable(element.owner, spot.first).branches.append(Branch((move,), pattern))

    def _tells_state(self, before: list[str]) -> bool:
        """Return whether words before "in" state something about nodes, rather than ask for a quantity."""
        operations = self._asked.operations
        if operations.counts or operations.functions or operations.nots:
            return False
        return bool(operations.whether) or not BEING.isdisjoint(before)

    def _is_no_number(self, element: Element) -> bool:
        return property_of(self._schema, element).type is not ValueType.NUMBER

    def hold_open(self) -> None:
        """Require that nodes have no end date yet: "which incidents are still open?"."""
        head = min(self._sketch.labels, default=None)
        said = [at for at, token in enumerate(self._asked.tokens) if token.lower in _OPEN]
        if head is None or not said or self._asked.operations.nots:
            return
        label = self._schema.label[self._sketch.labels[head].element.name]
        ends = [
            one
            for one in label.properties
            if (one.type.is_time or is_years(one)) and one.present < 1 and is_end(one.name)
        ]
        before = [token.lower for token in self._asked.tokens[max(0, said[-1] - 2) : said[-1]]]
        held = {at for one in self._asked.filters for at in self._places(one)}
        if (
            len(ends) != 1
            or said[-1] in held
            or not (BEING.intersection(before) or _STILL.intersection(before))
        ):
            return
        for place in list(self._sketch.properties):
            if self._asked.spots[place].first == said[-1]:
                del self._sketch.properties[place]
        self._sketch.used.add(said[-1])
        move = Move(property_relation(ends[0].name), True)
        self._sketch.variable(label.name, 0).branches.append(Branch((move,), Pattern(), Quantifier.NONE))

    def _places(self, one: Filter) -> range:
        return range(self._asked.spots[one.spot].first, self._asked.spots[one.spot].last)

    def hold_truths(self) -> None:
        """Turn boolean properties into conditions: "which groups are high value", "is X enabled"."""
        for place, named in list(self._sketch.properties.items()):
            element = named.element
            if property_of(self._schema, element).type is not ValueType.BOOLEAN:
                continue
            spot = self._asked.spots[place]
            if element.kind is Kind.FACT:
                # "The lead officer" is the one who leads.
                adjective = any(self._is_beside(place, one) for one in self._sketch.labels)
                asks = self._asks_nodes() and not self._asked.returned(spot.first)
                counts = bool(self._asked.operations.counts)
                # "Who has been charged" asks for persons.
                persons = self._asked.tokens[0].lower == "who" and is_participle(spot.text.lower())
                if self._asked.operations.whether or asks or adjective or counts or persons:
                    if not counts or self._sketch.labels:
                        # Kept for "how many were passed", which counts the property.
                        del self._sketch.properties[place]
                    truth = FactTest(element.name, ValueTest(Comparison.EQUAL, spot.truth))
                    self._sketch.facts.append((element.owner, truth))
                continue
            asked = any(one.element.name == element.owner for one in self._sketch.labels.values())
            says_which = any(
                self._is_beside(place, one) and named.element.name == element.owner
                for one, named in self._sketch.labels.items()
            )
            after = self._asked.tokens[spot.last].lower if spot.last < len(self._asked.tokens) else ""
            said = [token.lower for token in self._asked.tokens[max(0, spot.first - 2) : spot.first]]
            says_which = says_which or (len(said) > 1 and said[0] in _HAVING and said[1] in _ANY)
            # "Who" asks for persons, not for boolean values.
            persons = self._asked.tokens[0].lower == "who"
            says_which = says_which or persons or self._is_kind_of_node(spot) or self._is_manner(spot)
            # "How many of her listings come with parking" counts listings.
            says_which = says_which or (
                not self._sketch.labels and (spot.first <= 1 or bool(self._asked.operations.counts))
            )
            asks_whether = any(
                token.lower == "whether" for token in self._asked.tokens[max(0, spot.first - 4) : spot.first]
            )
            if (
                spot.quoted
                or asks_whether
                or (after in _OF_TRUTHS and not (after in ("and", ",") and self._is_said_of(spot.first)))
                or not (self._asked.operations.whether or says_which or (asked and self._asks_nodes()))
            ):
                continue
            del self._sketch.properties[place]
            pattern = Pattern(tests=(ValueTest(Comparison.EQUAL, spot.truth),))
            move = Move(property_relation(element.name), True)
            self._sketch.variable(element.owner, spot.first).branches.append(Branch((move,), pattern))

    def _is_manner(self, spot: Spot) -> bool:
        """Return whether a boolean property is named by an adverb: "who work remotely"."""
        return spot.last - spot.first == 1 and self._asked.tokens[spot.first].lower.endswith("ly")

    def _is_kind_of_node(self, spot: Spot) -> bool:
        """Return whether a plural noun for a boolean property means the nodes that have it: "our VIPs"."""
        word = self._asked.tokens[spot.last - 1].lower
        return spot.last - spot.first == 1 and word.endswith("s") and is_plural(word) and spot.first > 0

    def _is_beside(self, place: int, label: int) -> bool:
        """Return whether a label follows a spot, directly or after values: "irrigated clay fields"."""
        held = {at for one in self._asked.filters for at in self._places(one)}
        first, last = self._asked.spots[place].last, self._asked.spots[label].first
        return first <= last and all(at in held for at in range(first, last))

    def _is_said_of(self, first: int) -> bool:
        """Return whether the words before a token apply it to a noun: "that are", "which have a", "the cars built
        here"."""
        if any(self._asked.spots[place].last == first for place in self._sketch.labels):
            return True
        before = [token.lower for token in self._asked.tokens[max(0, first - 3) : first]]
        return bool(_SAYING.intersection(before))

    def _asks_nodes(self) -> bool:
        """Return whether a question names a label before any property."""
        first = min(self._sketch.labels, default=None)
        return first is not None and first < min(self._sketch.properties, default=len(self._asked.spots))
