"""Decides which label or type owns a property that a question names, if several have one of that name."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.reading.labelled.operating import MADE
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion
from kgqa_neo4j.plans.reading.labelled.spots import Spot, places_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named
from kgqa_neo4j.question.nouns import singular_of

_OWNER_UNSAID, _OWNER_SAID = -0.3, 0.3
_OF_ONE = 0.3
# Factor for a type if the same word names a label.
_TOO = 0.7
# Minimum score of words that name a label, rather than only hint at it.
_MEANT = 0.8
_JOINING_CONSTANTS = 0.3
# Score of the neighbors of named labels for an aggregate: "which category has the highest average price".
_MADE_BESIDE = -0.1
# Score of a type, by whether it touches a named label, and a label constrained to a constant.
_BESIDE = {(False, False): -0.3, (True, False): -0.295, (False, True): -0.1, (True, True): 0.15}
# Words in a list of properties, and the minimum score of a property in it.
_LISTING = frozenset({"and", ",", "the", "their", "&", "as", "well"})
_LISTED = 0.7
_JOINING_NAMED = 0.05
# Score of the owner of the property listed beside this one, the same if the question names it, and the minimum score of
# that property.
_LISTED_WITH, _LISTED_AND_NAMED, _SURELY = 0.0, 0.3, 0.9
_THEIR = frozenset({"their", "its", "his", "her"})
_THEIRS = 0.45
_HAVING = frozenset(
    {"with", "has", "have", "had", "having", "a", "an", "the", "whose", "that", "which", "who", "'s", "'"}
)
_OF = frozenset(
    {"of", "for", "the", "a", "an", "all", "each", "every", "any", "that", "this", "these", "those"}
)

# Score of a label whose relationships are constrained: "the nickname of the captain".
_BESIDE_FACT = 0.1
# Score of a label that a verb joins to a constrained one, and the minimum score of the verb.
_REACHED, _RELATED = -0.05, 0.7
# Penalty for a property whose value the question gives.
_TOLD = 0.4


class Owning:
    """Decides the owners of the properties that one question names."""

    def __init__(self, schema: PropertyGraphSchema, asked: BoundQuestion) -> None:
        self._schema = schema
        self._asked = asked

    def of_name(self, spot: Spot) -> list[Named]:
        """Return the properties that a spot may name; "name" means the naming property, whatever its own name."""
        found = spot.of(Kind.PROPERTY, Kind.FACT)
        if singular_of(spot.text.lower()) == "name":
            known = {one.element.owner for one in found if one.score >= 1.0}
            found = [one for one in found if one.score >= 1.0]
            asked = {named.element.name for one in self._asked.spots for named in one.of(Kind.LABEL)}
            if beside := self._listed_owners(spot, asked):
                # "Names and birthdays": the names of those who have birthdays.
                return [
                    Named(Element(Kind.PROPERTY, self._schema.label[owner].naming[0], owner), 1.0)
                    for owner in beside
                ]
            for label in self._schema.labels if not known & asked else ():
                if label.naming and label.name not in known:
                    found.append(Named(Element(Kind.PROPERTY, label.naming[0], label.name), 0.9))
        return found

    def _listed_owners(self, spot: Spot, asked: Set[str]) -> list[str]:
        """Return the labels of properties listed with a word for names, preferably those that are in `asked`."""
        found: dict[str, float] = {}
        for other in self._listed_beside(self._asked.spots.index(spot)):
            for named in other.of(Kind.PROPERTY) if not other.constant else ():
                if named.score >= _LISTED and self._schema.label[named.element.owner].naming:
                    found[named.element.owner] = max(named.score, found.get(named.element.owner, 0.0))
        found = {owner: score for owner, score in found.items() if owner in asked} or found
        best = max(found.values(), default=0.0)
        return [owner for owner, score in found.items() if score == best]

    def owned(self, place: int, element: Element, firm: set[str]) -> float:
        """Return the score of a property's owner, by where the question names it."""
        best = _OWNER_UNSAID
        if element.owner in firm:
            best = 0.0
        if element.kind is Kind.FACT and self._joins_constants(element.owner):
            best = _JOINING_CONSTANTS
        elif element.kind is Kind.FACT and self._joins_named(element.owner):
            best = max(best, _JOINING_NAMED)
        elif element.kind is Kind.FACT:
            best = max(best, _BESIDE[self._touches_named(element.owner), self._is_of_constant(element.owner)])
        spot = self._asked.spots[place]
        if element.kind is Kind.PROPERTY and self._is_of_many(spot) and self._adjoins_named(element.owner):
            best = max(best, _MADE_BESIDE)
        if element.kind is Kind.PROPERTY and best < 0.0 and element.owner in self._reached:
            best = _REACHED
        if self._is_listed_with(place, element.owner):
            best = max(best, _LISTED_AND_NAMED if element.owner in self._named_labels() else _LISTED_WITH)
        related = [one.element.name for one in spot.of(Kind.TYPE) if one.score >= _MEANT]
        if element.kind is Kind.FACT and element.owner in related and self._is_of_many(spot):
            # "The average rating" is one of ratings, whatever else has a rating.
            best = max(best, _OWNER_SAID)
        if spot.last - spot.first > 1 and any(one.element.name == element.owner for one in spot.of(Kind.LABEL)):
            # "Bank name" names the owner too.
            best = max(best, _OWNER_SAID)
        for other, one in enumerate(self._asked.spots):
            for named in one.of(Kind.LABEL, Kind.TYPE):
                if named.element.name != element.owner or named.score < 0.5:
                    continue
                if other < place:
                    distance = spot.first - one.last
                    between = self._between(one.last, spot.first)
                    close = distance == 0 or all(word in _HAVING for word in between)
                    worth = 0.5 if close else max(0.05, 0.33 - 0.02 * distance)
                elif other > place:
                    distance = one.first - spot.last
                    between = self._between(spot.last, one.first)
                    close = (
                        bool(between) and between[0] in ("of", "for") and all(word in _OF for word in between)
                    )
                    worth = 0.5 if close else max(0.05, 0.3 - 0.015 * distance)
                else:
                    continue
                share = _TOO if named.element.kind is Kind.TYPE and one.of(Kind.LABEL) else 1.0
                best = max(best, worth * named.score * share)
        if self._is_theirs(spot) and element.owner == self._head():
            best = max(best, _THEIRS)
        if element.kind is Kind.PROPERTY and self._is_of_many(spot) and self._is_of_one(element.owner):
            # A single node has one such value, so there is no average.
            best -= _OF_ONE
        elif any(
            held.element == element and held.tests[0].comparison is Comparison.EQUAL
            for held in self._asked.filters
        ):
            # Nobody asks for the title of something known by its title.
            best -= _TOLD
        elif len({one.element.owner for one in spot.of(Kind.PROPERTY)}) > 1 and self._is_beside_fact(
            element.owner
        ):
            best = max(best, _BESIDE_FACT)
        # An owner with a constrained property is likelier.
        elif any(held.element.owner == element.owner for held in self._asked.filters):
            best = max(best, 0.2)
        return best

    @cached_property
    def _reached(self) -> frozenset[str]:
        """The unconstrained labels that a verb joins to constrained ones: "in which city is X made"."""
        held = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        ends = [
            {one.source, one.target}
            for spot in self._asked.spots
            for named in spot.of(Kind.TYPE)[:1]
            if named.score >= _RELATED and not spot.of(Kind.LABEL)
            for one in self._schema.type[named.element.name].connections
        ]
        return frozenset(label for some in ends if some & held for label in some - held)

    def _is_beside_fact(self, label: str) -> bool:
        """Return whether nodes of a label have a relationship with a property that the question constrains."""
        kinds = {held.element.owner for held in self._asked.filters if held.element.kind is Kind.FACT}
        return any(
            label in (one.source, one.target) for kind in kinds for one in self._schema.type[kind].connections
        )

    def _is_listed_with(self, place: int, owner: str) -> bool:
        """Return whether a property of the same owner is listed beside a spot: "job title and wage"."""
        for other in self._listed_beside(place):
            owners = {one.element.owner for one in other.of(Kind.PROPERTY, Kind.FACT) if one.score >= _SURELY}
            if len(owners) == 1:
                return owner in owners
        return False

    def _listed_beside(self, place: int) -> Iterator[Spot]:
        """Yield the spots listed directly before and after a spot."""
        spots = self._asked.spots
        for low, high in ((place - 1, place), (place, place + 1)):
            if low >= 0 and high < len(spots):
                between = {token.lower for token in self._asked.tokens[spots[low].last : spots[high].first]}
                if between and between <= _LISTING:
                    yield spots[low if high == place else high]

    def _is_of_many(self, spot: Spot) -> bool:
        """Return whether an aggregate directly precedes a spot: "the average", "the total"."""
        start = self._asked.tokens[spot.first].start
        return any(
            summary in MADE and 0 <= start - keyword.end <= 2
            for keyword, summary, _ in self._asked.operations.functions
        )

    def _is_of_one(self, label: str) -> bool:
        """Return whether the question names a single node of a label."""
        known = self._schema.label.get(label)
        naming = known.naming[:1] if known else ()
        return any((held.element.owner, held.element.name) == (label, *naming) for held in self._asked.filters)

    def _is_theirs(self, spot: Spot) -> bool:
        """Return whether a possessive pronoun owns a property, alone or in a list: "their names and ages"."""
        at = spot.first - 1
        listed = {
            place for one in self._asked.spots if one.of(Kind.PROPERTY) for place in range(one.first, one.last)
        }
        while at > 0 and (at in listed or self._asked.tokens[at].lower in ("and", ",")):
            at -= 1
        return at >= 0 and self._asked.tokens[at].lower in _THEIR

    def _head(self) -> str:
        """Return the label that the question names first; "" for none."""
        return next((one.of(Kind.LABEL)[0].element.name for one in self._asked.spots if one.of(Kind.LABEL)), "")

    def _is_of_constant(self, kind: str) -> bool:
        """Return whether a type touches a label that is constrained to a constant."""
        held = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        return any(held & {one.source, one.target} for one in self._schema.type[kind].connections)

    def _joins_named(self, kind: str) -> bool:
        """Return whether a type joins two labels that the question names."""
        named = self._named_labels()
        return any({one.source, one.target} <= named for one in self._schema.type[kind].connections)

    def _touches_named(self, kind: str) -> bool:
        """Return whether a type touches a label that the question names: "the grade per course"."""
        named = self._named_labels()
        return any(named & {one.source, one.target} for one in self._schema.type[kind].connections)

    def _adjoins_named(self, label: str) -> bool:
        """Return whether a label is one step from a label that the question names."""
        named = self._named_labels()
        ends = ({one.source, one.target} for kind in self._schema.types for one in kind.connections)
        return any(label in pair and pair & named for pair in ends)

    def _named_labels(self) -> set[str]:
        """Return the labels that the question clearly names."""
        return {
            one.of(Kind.LABEL)[0].element.name for one in self._asked.spots if one.best(Kind.LABEL) >= _MEANT
        }

    def _joins_constants(self, kind: str) -> bool:
        """Return whether a type joins two labels that are constrained to constants."""
        held = {one.element.owner for one in self._asked.filters}
        return any({one.source, one.target} <= held for one in self._schema.type[kind].connections)

    def _between(self, first: int, last: int) -> list[str]:
        """Return the words between two token indexes, without properties listed there."""
        listed = places_of(
            spot
            for spot in self._asked.spots
            if first <= spot.first and spot.last <= last and spot.of(Kind.PROPERTY) and not spot.of(Kind.LABEL)
        )
        found = [(at, self._asked.tokens[at].lower) for at in range(first, last) if at not in listed]
        return [word for _, word in found if not (listed and word in ("and", ",", "the"))]
