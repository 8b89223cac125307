"""What the words of a question name: for each spot that is no constant a label, a property or a type."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.reading.labelled.pieces import Spot
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Sketch
from kgqa_neo4j.plans.reading.labelled.vocabulary import DOERS, Element, Kind, Named, singular
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.wording import is_participle

LIKELY_LABEL, UNLIKELY_LABEL = 0.15, -0.5
"""What speaks for a label where a spot names a property too; the second where labels were not joined."""

_OWNER_UNSAID = -0.3
_SURE = 0.55
# Words at most between a word for a property and its value.
_LEADING = 3
_LISTED, _ABOVE = 0.85, 2.0
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
        filters = asked.filters
        self._bound = {one.spot for one in filters} | {one.called for one in filters if one.called >= 0}

    def name(self) -> None:
        """Say of each spot that is no constant what it is, and add the nodes and types that are named so."""
        self._name_spots()
        self._add_variables()

    def _name_spots(self) -> None:
        firm = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        for place, spot in enumerate(self._asked.spots):
            labels = spot.of(Kind.LABEL)
            if place not in self._bound and labels and not spot.of(Kind.PROPERTY, Kind.FACT):
                firm.add(labels[0].element.name)
        for place, spot in enumerate(self._asked.spots):
            for named in spot.of(Kind.TYPE):
                if place not in self._bound or spot.of(Kind.LABEL):
                    self._sketch.said.setdefault(named.element.name, []).append((named.score, spot.first))
            if place in self._bound or self._tells_constant(spot):
                self._sketch.note(spot)
                continue
            label = next(iter(self._best_labels(spot, firm)), None)
            owned = max(
                (
                    Named(one.element, one.score + self._owned(place, one.element, firm))
                    for one in self._of_name(spot)
                ),
                key=lambda one: one.score,
                default=None,
            )
            kind = spot.best(Kind.TYPE)
            said = spot.best(Kind.PROPERTY, Kind.FACT)
            if owned and kind >= said and (is_participle(spot.text.lower()) or kind > said):
                # A verb rather relates things than it names a property.
                owned = None
            if kind > (label.score if label else 0.0) and owned is None and self._role(place, spot):
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
        """Return whether a spot only says what the constant behind it is: "in the year 2021"."""
        elements = {named.element for named in spot.of(Kind.PROPERTY, Kind.FACT)}
        return any(
            one.element in elements and self._leads(spot.last, self._asked.spots[one.spot].first, one.element)
            for one in self._asked.filters
        )

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

    def _role(self, place: int, spot: Spot) -> bool:
        """Take a noun for whoever does what a type says, as what has its label: "actors" act."""
        word = singular(spot.text.lower())
        if not word.endswith(DOERS) or len(word) < 5:
            return False
        for named in spot.of(Kind.TYPE):
            sources = {one.source for one in self._schema.type[named.element.name].connections}
            if len(sources) == 1:
                self._sketch.labels[place] = Named(Element(Kind.LABEL, sources.pop()), named.score)
                self._sketch.need(named.element.name)
                return True
        return False

    def _best_labels(self, spot: Spot, firm: set[str]) -> list[Named]:
        found = spot.of(Kind.LABEL)
        return sorted(found, key=lambda one: -(one.score + 0.2 * (one.element.name in firm)))

    def _of_name(self, spot: Spot) -> list[Named]:
        """Return the properties that a spot may name; "name" is what names a node, whatever it is called."""
        found = spot.of(Kind.PROPERTY, Kind.FACT)
        if singular(spot.text.lower()) == "name":
            known = {one.element.owner for one in found if one.score >= 1.0}
            found = [one for one in found if one.score >= 1.0]
            for label in self._schema.labels:
                if label.naming and label.name not in known:
                    found.append(Named(Element(Kind.PROPERTY, label.naming[0], label.name), 0.9))
        return found

    def _owned(self, place: int, element: Element, firm: set[str]) -> float:
        """Return what speaks for the owner of a property, by where it is named."""
        best = _OWNER_UNSAID
        if element.owner in firm:
            best = 0.0
        spot = self._asked.spots[place]
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
                best = max(best, worth * named.score)
        # A value beside it says whose the property is.
        if any(held.element.owner == element.owner for held in self._asked.filters):
            best = max(best, 0.2)
        return best

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
        for place, named in self._sketch.labels.items():
            self._sketch.variable(named.element.name, self._asked.spots[place].first)
        for place, named in self._sketch.properties.items():
            if named.element.kind is Kind.PROPERTY:
                self._sketch.variable(named.element.owner, self._asked.spots[place].first)
            else:
                self._sketch.need(named.element.owner)
