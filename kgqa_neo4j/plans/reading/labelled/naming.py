"""What the words of a question name: for each spot that is no constant a label, a property or a type."""

from __future__ import annotations

from itertools import pairwise

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.query import Branch, Pattern, Summary
from kgqa_neo4j.plans.reading.labelled.pieces import Spot
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import (
    DOERS,
    Element,
    Kind,
    Named,
    is_person,
    measures_time,
)
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import is_participle
from kgqa_neo4j.question.wording import words as split_words

LIKELY_LABEL, UNLIKELY_LABEL = 0.15, -0.5
"""What speaks for a label where a spot names a property too; the second where labels were not joined."""

_OWNER_UNSAID, _OWNER_SAID = -0.3, 0.3
_OF_ONE = 0.3
_SURE = 0.55
# What a type says where the same word is a label.
_TOO = 0.7
# Score from which words name a label, and do not only mean it.
_MEANT = 0.8
# Words at most between a word for a property and its value.
_LEADING = 3
# "How long" asks for a duration, whatever it is called.
_ASKED_FOR = 0.5
_TAKING = frozenset({"did", "does", "do", "will"})
_JOINING_CONSTANTS, _OF_CONSTANT = 0.3, -0.1
_JOINING_NAMED = 0.05
_LISTED, _ABOVE = 0.85, 2.0
_ANYONE = frozenset({"person", "people", "persons"})
_BEING = frozenset({"is", "are", "was", "were", "who", "that", "which", "also", "a", "an"})
_THEIR = frozenset({"their", "its", "his", "her"})
_THEIRS = 0.45
_HAVING = frozenset(
    {"with", "has", "have", "had", "having", "a", "an", "the", "whose", "that", "which", "who", "'s", "'"}
)
_OF = frozenset(
    {"of", "for", "the", "a", "an", "all", "each", "every", "any", "that", "this", "these", "those"}
)


class Naming:
    """Decides what the spots of one question are."""

    def __init__(
        self, schema: PropertyGraphSchema, asked: Asked, sketch: Sketch, label_prior: float = LIKELY_LABEL
    ) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch
        self._label_prior = label_prior
        self._both: list[tuple[str, str]] = []
        filters = asked.filters
        self._bound = {one.spot for one in filters} | {one.called for one in filters if one.called >= 0}

    def name(self) -> None:
        """Say of each spot that is no constant what it is, and add the nodes and types that are named so."""
        self._name_spots()
        self._add_variables()

    def _name_spots(self) -> None:
        self._decide()
        for place, named in self._sketch.labels.items():
            self._say_only_of(named.element.name, self._asked.spots[place])
        for one in self._asked.filters:
            if one.counted and one.called >= 0:
                self._say_only_of(one.element.name, self._asked.spots[one.called])

    def _say_only_of(self, label: str, spot: Spot) -> None:
        """Have a noun for a label name types of its nodes alone: "visits" are nodes, and nobody visits them."""
        for named in spot.of(Kind.TYPE):
            kind = self._schema.type[named.element.name]
            if any(label in (one.source, one.target) for one in kind.connections):
                continue
            said = self._sketch.said.get(kind.name, [])
            self._sketch.said[kind.name] = left = [one for one in said if one[1] != spot.first]
            if not left:
                del self._sketch.said[kind.name]
                self._sketch.doubled.add(kind.name)

    def _decide(self) -> None:
        """Say of each spot what it is: a label, a property, or a type."""
        firm = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        for place, spot in enumerate(self._asked.spots):
            labels = spot.of(Kind.LABEL)
            if place not in self._bound and labels and not spot.of(Kind.PROPERTY, Kind.FACT):
                firm.add(labels[0].element.name)
        counting = {one.called for one in self._asked.filters if one.counted}
        for place, spot in enumerate(self._asked.spots):
            for named in spot.of(Kind.TYPE):
                if place not in self._bound or spot.of(Kind.LABEL) or place in counting:
                    self._sketch.said.setdefault(named.element.name, []).append((named.score, spot.first))
            if place in self._bound or self._tells_constant(spot):
                self._sketch.note(spot)
                continue
            label = next(iter(self._best_labels(spot, firm)), None)
            owned = max(
                (
                    Named(
                        one.element,
                        one.score + self._owned(place, one.element, firm) + self._how_long(spot, one),
                    )
                    for one in self._of_name(spot)
                ),
                key=lambda one: one.score,
                default=None,
            )
            kind = spot.best(Kind.TYPE)
            said = spot.best(Kind.PROPERTY, Kind.FACT)
            doer = singular_of(spot.text.lower()).endswith(DOERS)
            if owned and kind >= said and (is_participle(spot.text.lower()) or kind > said or doer):
                # A verb rather relates things than it names a property.
                owned = None
            # "Winners" are rather who won than an award.
            rather = kind > (label.score if label else 0.0) or (label and self._is_rather_done(spot, label))
            if rather and owned is None and self._role(place, spot):
                self._sketch.score += 0.5 * kind
                self._sketch.note(spot)
                continue
            if label and (own := self._listed(place, spot, label)):
                owned = own
            if owned and owned.score >= (label.score + self._label_prior if label else _SURE):
                self._sketch.properties[place] = owned
                self._sketch.score += 0.5 * min(1.2, owned.score)
                self._sketch.note(spot)
            elif label and label.score >= kind - 0.1:
                self._sketch.labels[place] = label
                self._sketch.score += 0.5 * label.score
                self._sketch.note(spot)
            elif kind:
                self._sketch.score += 0.3 * kind
                self._sketch.note(spot)

    def _how_long(self, spot: Spot, named: Named) -> float:
        """Return what speaks for a property that says how long something takes, where the question asks just that."""
        words = [one.lower for one in self._asked.tokens[max(0, spot.first - 1) : spot.last]]
        if words != ["how", "long"]:
            return 0.0
        if measures_time(property_of(self._schema, named.element)):
            return _ASKED_FOR
        # "How long did it take" asks for no length.
        after = [one.lower for one in self._asked.tokens[spot.last : spot.last + 1]]
        return -1.0 if set(after) & _TAKING else 0.0

    def _listed(self, place: int, spot: Spot, label: Named) -> Named | None:
        """Return the property of a label that words name which stand in a list with another of its properties.

        "The phone number and provider" are two properties, whatever is called a phone number besides.
        """
        own = [one for one in spot.of(Kind.PROPERTY) if one.element.owner == label.element.name]
        beside = self._asked.spots[place + 1] if place + 1 < len(self._asked.spots) else None
        if not own or own[0].score < _LISTED or beside is None or beside.of(Kind.LABEL):
            return None
        between = [token.lower for token in self._asked.tokens[spot.last : beside.first]]
        others = [one for one in beside.of(Kind.PROPERTY) if one.element.owner == label.element.name]
        if not others or not between or not all(word in ("and", ",", "the") for word in between):
            return None
        return Named(own[0].element, _ABOVE)

    def _tells_constant(self, spot: Spot) -> bool:
        """Return whether a spot only says what a constant beside it is: "in the year 2021", "an hour late"."""
        elements = {named.element for named in spot.of(Kind.PROPERTY, Kind.FACT)}
        for one in self._asked.filters:
            constant = self._asked.spots[one.spot]
            before = [token.lower for token in self._asked.tokens[max(0, spot.first - 1) : spot.first]]
            unit = self._asked.spots[one.called].last if one.called > one.spot else constant.last
            if one.element in elements and (
                self._leads(spot.last, constant.first, one.element)
                or (before == ["of"] and spot.first - unit == 1)
                or spot.first == unit
            ):
                return True
        return False

    def _leads(self, first: int, last: int, element: Element) -> bool:
        """Return whether between two places there are only words that join, and other words for a property."""
        if not 0 <= last - first <= _LEADING:
            return False
        own = {
            at
            for spot in self._asked.spots
            if any(named.element == element for named in spot.named)
            for at in range(spot.first, spot.last)
        }
        return all(at in own or self._asked.tokens[at].lower in FUNCTION_WORDS for at in range(first, last))

    def _is_rather_done(self, spot: Spot, label: Named) -> bool:
        """Return whether a word only hints at a label, and as well at a type that is not called like it."""
        kinds = [one for one in spot.of(Kind.TYPE) if one.score >= label.score]
        own = set(split_words(label.element.name))
        return (
            label.score < _MEANT
            and bool(kinds)
            and not any(own & set(split_words(one.element.name)) for one in kinds)
        )

    def _role(self, place: int, spot: Spot) -> bool:
        """Take a noun for whoever does what a type says, as what has its label: "actors" act."""
        word = singular_of(spot.text.lower())
        after_name = place > 0 and self._asked.spots[place - 1].constant
        acts = after_name and self._asked.spots[place - 1].last == spot.first
        if not word.endswith(DOERS) or len(word) < 5 or acts:
            return False
        for named in spot.of(Kind.TYPE):
            sources = {one.source for one in self._schema.type[named.element.name].connections}
            if len(sources) == 1:
                self._sketch.labels[place] = Named(Element(Kind.LABEL, sources.pop()), named.score)
                self._sketch.need(named.element.name)
                return True
        return False

    def _best_labels(self, spot: Spot, firm: set[str]) -> list[Named]:
        found = self._doing_so(spot) or spot.of(Kind.LABEL)
        return sorted(found, key=lambda one: -(one.score + 0.2 * (one.element.name in firm)))

    def _doing_so(self, spot: Spot) -> list[Named]:
        """Return the persons whom a verb behind "people" is said of, where these are none of what is called so.

        "The people who rated it" are users where only users rate, whoever else is a person.
        """
        if singular_of(spot.text.lower()) not in _ANYONE or not spot.of(Kind.LABEL):
            return []
        said = spot.of(Kind.LABEL)[0].element.name
        for one in self._asked.spots:
            sure = [named for named in one.of(Kind.TYPE) if named.score >= _MEANT]
            if one.first < spot.last or not sure or one.of(Kind.LABEL):
                continue
            connections = self._schema.type[sure[0].element.name].connections
            ends = dict.fromkeys(end for some in connections for end in (some.source, some.target))
            persons = [end for end in ends if is_person(end)]
            known = said in ends or len(persons) != 1
            return [] if known else [Named(Element(Kind.LABEL, persons[0]), 1.0)]
        return []

    def _of_name(self, spot: Spot) -> list[Named]:
        """Return the properties that a spot may name; "name" is what names a node, whatever it is called."""
        found = spot.of(Kind.PROPERTY, Kind.FACT)
        if singular_of(spot.text.lower()) == "name":
            known = {one.element.owner for one in found if one.score >= 1.0}
            found = [one for one in found if one.score >= 1.0]
            asked = {named.element.name for one in self._asked.spots for named in one.of(Kind.LABEL)}
            for label in self._schema.labels if not known & asked else ():
                if label.naming and label.name not in known:
                    found.append(Named(Element(Kind.PROPERTY, label.naming[0], label.name), 0.9))
        return found

    def _owned(self, place: int, element: Element, firm: set[str]) -> float:
        """Return what speaks for the owner of a property, by where it is named."""
        best = _OWNER_UNSAID
        if element.owner in firm:
            best = 0.0
        if element.kind is Kind.FACT and self._joins_constants(element.owner):
            best = _JOINING_CONSTANTS
        elif element.kind is Kind.FACT and self._joins_named(element.owner):
            best = max(best, _JOINING_NAMED)
        elif element.kind is Kind.FACT and self._is_of_constant(element.owner):
            best = max(best, _OF_CONSTANT)
        spot = self._asked.spots[place]
        related = [one.element.name for one in spot.of(Kind.TYPE) if one.score >= _MEANT]
        if element.kind is Kind.FACT and element.owner in related and self._is_of_many(spot):
            # "The average rating" is one of ratings, whatever else is called a rating.
            best = max(best, _OWNER_SAID)
        if spot.last - spot.first > 1 and any(one.element.name == element.owner for one in spot.of(Kind.LABEL)):
            # "Bank name" says whose name.
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
            # One node has one such value, of which there is no average.
            best -= _OF_ONE
        # A value beside it says whose the property is.
        elif any(held.element.owner == element.owner for held in self._asked.filters):
            best = max(best, 0.2)
        return best

    def _is_of_many(self, spot: Spot) -> bool:
        """Return whether words before a spot make one value of many: "the average", "the total"."""
        start = self._asked.tokens[spot.first].start
        made = (Summary.AVERAGE, Summary.SUM)
        return any(
            summary in made and 0 <= start - sign.end <= 2 for sign, summary, _ in self._asked.doing.functions
        )

    def _is_of_one(self, label: str) -> bool:
        """Return whether the question names one node of a label."""
        known = self._schema.label.get(label)
        naming = known.naming[:1] if known else ()
        return any((held.element.owner, held.element.name) == (label, *naming) for held in self._asked.filters)

    def _is_theirs(self, spot: Spot) -> bool:
        """Return whether a pronoun says whose something is, alone or in a list: "their names and ages"."""
        at = spot.first - 1
        listed = {
            place for one in self._asked.spots if one.of(Kind.PROPERTY) for place in range(one.first, one.last)
        }
        while at > 0 and (at in listed or self._asked.tokens[at].lower in ("and", ",")):
            at -= 1
        return at >= 0 and self._asked.tokens[at].lower in _THEIR

    def _head(self) -> str:
        """Return the label that the question names first."""
        return next((one.of(Kind.LABEL)[0].element.name for one in self._asked.spots if one.of(Kind.LABEL)), "")

    def _is_of_constant(self, kind: str) -> bool:
        """Return whether a type leads to or from nodes that the question holds to constants."""
        held = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        return any(held & {one.source, one.target} for one in self._schema.type[kind].connections)

    def _joins_named(self, kind: str) -> bool:
        """Return whether a type joins nodes of two labels that the question names."""
        named = {
            one.of(Kind.LABEL)[0].element.name for one in self._asked.spots if one.best(Kind.LABEL) >= _MEANT
        }
        return any({one.source, one.target} <= named for one in self._schema.type[kind].connections)

    def _joins_constants(self, kind: str) -> bool:
        """Return whether a type joins nodes of two labels that the question holds to constants."""
        held = {one.element.owner for one in self._asked.filters}
        return any({one.source, one.target} <= held for one in self._schema.type[kind].connections)

    def _merge_labels(self) -> None:
        """Take two labels said of the same nodes as one variable: "which knights are dead", "dead knights"."""
        places = sorted(self._sketch.labels)
        for one, other in pairwise(places):
            first, second = self._asked.spots[one], self._asked.spots[other]
            between = [token.lower for token in self._asked.tokens[first.last : second.first]]
            if not all(word in _BEING for word in between):
                continue
            head, more = (one, other) if between else (other, one)
            label, said = (self._sketch.labels[place].element.name for place in (head, more))
            own, others = (set(self._schema.label[name].parents) for name in (label, said))
            if said in own:
                del self._sketch.labels[more]
            elif label in others:
                self._sketch.labels[head] = self._sketch.labels.pop(more)
            elif own & others:
                self._both.append((label, said))
                del self._sketch.labels[more]

    def _between(self, first: int, last: int) -> list[str]:
        """Return the words between two places, without properties that are named along with one there."""
        listed = {
            at
            for spot in self._asked.spots
            if first <= spot.first and spot.last <= last and spot.of(Kind.PROPERTY) and not spot.of(Kind.LABEL)
            for at in range(spot.first, spot.last)
        }
        found = [(at, self._asked.tokens[at].lower) for at in range(first, last) if at not in listed]
        return [word for _, word in found if not (listed and word in ("and", ",", "the"))]

    def _add_variables(self) -> None:
        self._merge_labels()
        for place, named in self._sketch.labels.items():
            self._sketch.variable(named.element.name, self._asked.spots[place].first)
        for label, other in self._both:
            self._sketch.variable(label, 0).branches.append(Branch((), Pattern(label=other)))
        for place, named in self._sketch.properties.items():
            if named.element.kind is Kind.PROPERTY:
                self._sketch.variable(named.element.owner, self._asked.spots[place].first)
            else:
                self._sketch.need(named.element.owner)
