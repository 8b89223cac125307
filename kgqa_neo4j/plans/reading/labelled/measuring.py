"""Finds the property that a question measures by: for a superlative, or for an amount that no word names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.units import CURRENCIES
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.labelled.counting import is_of_several
from kgqa_neo4j.plans.reading.labelled.dating import beginning
from kgqa_neo4j.plans.reading.labelled.guessing import costs
from kgqa_neo4j.plans.reading.labelled.operating import Keyword
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.spots import places_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, Vocabulary
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.operations.degrees import degrees_of
from kgqa_neo4j.question.wording import words as split_words

_LONG = frozenset({"longest", "shortest"})
_RECENT = frozenset({"latest", "newest", "most recent", "most recently", "earliest"})
_WORTH = frozenset({"total", "amount", "value", "sum", "worth"})
# Words that compare amounts, and whether they mean more.
_AMOUNTS = {"more": True, "most": True, "fewer": False, "less": False, "fewest": False}
# Minimum number of values to choose from.
_TWO = 2
# Minimum score of a verb for the type that leads to nodes with an amount.
_SURE = 0.8
# Minimum score of a property that alone determines what is compared.
_MEANT = 0.6
# Bonus for properties that a phrase names literally over those that it only means.
_OWN = 0.2


class Measuring:
    """Finds the property that one question measures by.

    `left` are the properties that the query does not use yet; methods remove those that they use.
    """

    def __init__(
        self, schema: PropertyGraphSchema, vocabulary: Vocabulary, asked: BoundQuestion, sketch: Sketch
    ) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._asked = asked
        self._sketch = sketch

    def measure(self, label: str, keyword: Keyword, phrases: Sequence[str]) -> Element | None:
        """Return the property of a label that a superlative measures by, given phrases for the measure."""
        if keyword.text in _LONG:
            lasting = [one for one in self._schema.label[label].properties if one.type is ValueType.DURATION]
            if len(lasting) == 1:
                return Element(Kind.PROPERTY, lasting[0].name, label)
        if keyword.text in _RECENT and (begun := beginning(self._schema, label)) is not None:
            return begun
        best: Named | None = None
        texts = list(phrases or (keyword.text,))
        own = [
            [replace(one, score=one.score + _OWN) for one in self._vocabulary.named(text.split())]
            for text in texts
        ]
        for some in (*own, *self._vocabulary.meant(texts)):
            for named in some:
                if named.element.owner == label and property_of(self._schema, named.element).is_measure:
                    best = named if best is None or named.score > best.score else best
        return best.element if best else None

    def best_owner(self, keyword: Keyword, phrases: Sequence[str]) -> Element | None:
        """Return the node property that phrases for a measure mean, whatever label has it: "the dearest thing"."""
        found = [
            named
            for some in (self._vocabulary.named(text.split()) for text in phrases or (keyword.text,))
            for named in some
            if named.element.kind is Kind.PROPERTY and property_of(self._schema, named.element).is_measure
        ]
        best = max((one.score for one in found), default=0.0)
        elements = {one.element for one in found if one.score == best}
        return elements.pop() if best >= _MEANT and len(elements) == 1 else None

    def choose(self, left: dict[int, Named]) -> None:
        """Sort alternatives by the measure of a comparative: "is Heron Piece or Windmill Field larger?"."""
        if self._sketch.sorting is not None:
            return
        if self._sketch.chosen is None:
            self._choose_value()
            return
        # "Recruiter" in "which recruiter" is no comparative, although it ends like "higher".
        spots = [
            self._asked.spots[one] for one in (*(one.spot for one in self._asked.filters), *self._sketch.labels)
        ]
        held = places_of(spots)
        for at, token in enumerate(self._asked.tokens):
            known = degrees_of(token.lower) if at not in held else None
            if known is None:
                continue
            keyword = Keyword(token.start, token.end, token.lower)
            element = self.measure(self._sketch.chosen.label, keyword, known[2])
            if element is None:
                continue
            for place, named in list(left.items()):
                first = self._asked.spots[place].first
                if first == at or named.element == element:
                    # "Longer" and "a better rating" request no column.
                    del left[place]
            times = property_of(self._schema, element).type.is_time
            out = SketchColumn(at, self._sketch.owner(element), element)
            # The older one was born earlier.
            down = known[0] if known[1] or not times else not known[0]
            self._sketch.sorting = (out, down, 1)
            self._sketch.outs.append(SketchColumn(0, self._sketch.chosen, None))
            # In "charges the higher fee", the verb adds nothing.
            article = at > 1 and self._asked.tokens[at - 1].lower in ("the", "a")
            self._sketch.used.update({at, at - 2} if article else {at})
            return
        if not self._choose_by_number(left):
            self._choose_by_count()

    def _more(self, place: int) -> tuple[int, bool | None]:
        """Return the index of the token before a spot, and whether it means more or less of it; None for neither."""
        at = self._asked.spots[place].first - 1
        return at, _AMOUNTS.get(self._asked.tokens[at].lower) if at > 0 else None

    def _choose_value(self) -> None:
        """Sort values by how many nodes have each: "are there more ships from Malta or from Panama?"."""
        held = [one for one in self._asked.filters if one.element.kind is Kind.PROPERTY and not one.counted]
        joined = any(token.lower == "or" for token in self._asked.tokens)
        if len(held) < _TWO or len({one.element for one in held}) > 1 or not joined:
            return
        for place, named in self._sketch.labels.items():
            at, more = self._more(place)
            if more is not None:
                element = held[0].element
                self._sketch.chosen = self._sketch.owner(element)
                counted = SketchColumn(at, self._sketch.variable(named.element.name, 0), None, Summary.COUNT)
                self._sketch.sorting = (counted, more, 1)
                self._sketch.hidden = True
                self._sketch.outs.append(SketchColumn(0, self._sketch.chosen, element))
                self._sketch.used.add(at)
                return

    def _choose_by_number(self, left: dict[int, Named]) -> bool:
        """Sort alternatives by a stored number: "who has more staff, Acme or Bolt?". Return whether one is named."""
        chosen = self._sketch.chosen
        for place, named in left.items():
            at, more = self._more(place)
            number = property_of(self._schema, named.element).type is ValueType.NUMBER
            if more is not None and number and chosen is not None and named.element.owner == chosen.label:
                del left[place]
                self._sketch.sorting = (SketchColumn(at, chosen, named.element), more, 1)
                self._sketch.outs.append(SketchColumn(0, chosen, None))
                self._sketch.used.add(at)
                return True
        return False

    def _choose_by_count(self) -> None:
        """Sort alternatives by the number of joined nodes: "does Heron House or Mill House have more rooms?"."""
        chosen = self._sketch.chosen
        assert chosen is not None
        for place, named in self._sketch.labels.items():
            at, more = self._more(place)
            if more is not None and named.element.name != chosen.label:
                counted = self._sketch.variable(named.element.name, 0)
                self._sketch.sorting = (SketchColumn(at, counted, None, Summary.COUNT), more, 1)
                self._sketch.hidden = True
                self._sketch.outs.append(SketchColumn(0, chosen, None))
                self._sketch.used.add(at)
                return

    def amount(self, left: dict[int, Named]) -> bool:
        """Add the amount that "how much" or "total" means without a property's name; return whether it is summed.

        It is the only amount of what a verb leads to, of the relationships between the nodes, or of the nodes
        themselves.
        """
        keywords = [one for one, summary, _ in self._asked.operations.functions if summary is Summary.SUM]
        charged = self._asked.operations.charged
        keywords += [charged] if charged is not None else []
        measured = [one for one, named in left.items() if property_of(self._schema, named.element).is_measure]
        grouping = self._asked.operations.groups and not measured
        if (
            not keywords
            or (left and not grouping)
            or any(out.summary or out.element for out in self._sketch.outs)
        ):
            return False
        element = self._worth_beside() or self._only_fact() or self._own_worth()
        if element is None or (charged is not None and not costs(property_of(self._schema, element))):
            return False
        if element.kind is Kind.FACT:
            self._sketch.need(element.owner)
        if charged is not None:
            self._sketch.used.add(self._asked.at(charged))
        several = is_of_several(self._schema, self._asked, element) or self._asks_money(element)
        summed = self._asked.operations.groups or several
        summary = Summary.SUM if summed else Summary.EACH
        self._sketch.outs.append(
            SketchColumn(self._asked.at(keywords[0]), self._sketch.owner(element), element, summary)
        )
        if not summed:
            self._list_both()
        return bool(summed)

    def _asks_money(self, element: Element) -> bool:
        """Return whether a question asks for the money of several nodes that it does not name."""
        said = [token.lower for token in self._asked.tokens]
        at = next((at for at, word in enumerate(said) if said[at : at + 2] == ["how", "much"]), -1)
        if at < 0 or said[at + 2 : at + 3] not in (["money"], ["cash"]) or element.kind is not Kind.PROPERTY:
            return False
        named = {one.element.name for one in self._asked.filters if one.element.owner == element.owner}
        plural = any(
            is_plural(self._asked.spots[place].text.lower())
            for place, one in self._sketch.labels.items()
            if one.element.name == element.owner
        )
        if not plural or named & set(self._schema.label[element.owner].naming):
            return False
        self._sketch.used.add(at + 2)
        return True

    def _only_fact(self) -> Element | None:
        """Return the number on the relationships between the nodes; of several, the best mentioned, then a price."""
        labels = set(self._sketch.variables)
        found = [
            ((self._sketch.said_of(kind.name), costs(one)), Element(Kind.FACT, one.name, kind.name))
            for kind in self._schema.types
            if any({one.source, one.target} <= labels for one in kind.connections)
            for one in kind.properties
            if one.type is ValueType.NUMBER
        ]
        best = max((score for score, _ in found), default=None)
        elements = [element for score, element in found if score == best]
        return elements[0] if len(elements) == 1 else None

    def _own_worth(self) -> Element | None:
        """Return the amount of the only named label that has one."""
        labels = [named.element.name for _, named in sorted(self._sketch.labels.items())]
        found = [element for label in labels if (element := self.worth(label)) is not None]
        return found[0] if len(found) == 1 else None

    def _worth_beside(self) -> Element | None:
        """Return the amount of the label that a mentioned type leads to: "billed" leads to invoices."""
        ends = {
            end
            for kind in self._sketch.said
            if self._sketch.said_of(kind) >= _SURE
            for one in self._schema.type[kind].connections
            for end, other in one.ways
            if other in self._sketch.variables and end not in self._sketch.variables
        }
        found = [element for end in sorted(ends) if (element := self.worth(end)) is not None]
        return found[0] if len(found) == 1 else None

    def worth(self, label: str) -> Element | None:
        """Return the only number of a label that is named like an amount, else the only one in a currency."""
        numbers = [one for one in self._schema.label[label].properties if one.type is ValueType.NUMBER]
        called = [one for one in numbers if _WORTH.intersection(expanded(split_words(one.name)))]
        money = [one for one in numbers if one.unit in CURRENCIES]
        found = called if len(called) == 1 else money
        return Element(Kind.PROPERTY, found[0].name, label) if len(found) == 1 else None

    def _list_both(self) -> None:
        """Also show the nodes requested with an amount: "which sponsors support which venues, with how much?"."""
        for place, named in self._sketch.labels.items():
            first = self._asked.spots[place].first
            if first and self._asked.tokens[first - 1].lower in ("which", "what"):
                self._sketch.outs.append(
                    SketchColumn(first, self._sketch.variable(named.element.name, 0), None)
                )
