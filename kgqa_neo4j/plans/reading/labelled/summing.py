"""What a question sums up: counts, sums and extremes, by what it groups them, and how its rows are sorted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.units import CURRENCIES
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Branch, Summary, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.operating import Sign
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Out, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, Vocabulary
from kgqa_neo4j.question.operations.degrees import degrees_of
from kgqa_neo4j.question.value_constraints import degree_of
from kgqa_neo4j.question.wording import words as split_words

# How well a type is named whose relationships are counted.
_SURE = 0.8
_LONG = frozenset({"longest", "shortest"})
_ON_AVERAGE = "on average"
_OFTEN = frozenset({"often", "frequently", "commonly", "times"})
_COMMON = frozenset({"common", "frequent", "popular"})
_TOGETHER = frozenset({"total", "altogether", "together", "combined", "overall"})
# Characters between words that belong together.
_BESIDE = 2
# What speaks for a property that is called so before one that words mean.
_OWN = 0.2


class Summaries:
    """Adds the columns of one question that sum up. Of the properties that are `left` each takes what it uses away."""

    def __init__(
        self,
        schema: PropertyGraphSchema,
        vocabulary: Vocabulary,
        joiner: Joiner,
        asked: Asked,
        sketch: Sketch,
    ) -> None:
        self._schema = schema
        self._joiner = joiner
        self._vocabulary = vocabulary
        self._asked = asked
        self._sketch = sketch
        # What an average of counts is per, which are no rows.
        self._grouped: Sign | None = None

    def counts(self, left: dict[int, Named], person: str = "") -> bool:
        """Add what is counted, or sort by it; return whether anything is.

        `person` is the label of the persons that are asked for without being named: "who directed the most films".
        """
        found = False
        for sign, distinct in self._asked.doing.counts:
            place = self._asked.behind(sign, (*self._sketch.labels, *left), 8)
            at = self._asked.at(sign)
            if self._count_steps(sign, place):
                found = True
                continue
            if place is None:
                continue
            if place in self._sketch.labels and self._is_made_of(sign) and self._average(sign, place):
                found = True
                continue
            if place in self._sketch.labels:
                variable = self._sketch.variable(self._sketch.labels[place].element.name, 0)
                self._sketch.outs.append(Out(at, variable, None, Summary.COUNT, distinct))
            else:
                element = left[place].element
                if property_of(self._schema, element).type is ValueType.NUMBER and self._is_made_of(sign):
                    # "The average number of hours" is an average.
                    continue
                left.pop(place)
                summary = Summary.COUNT
                if property_of(self._schema, element).type is ValueType.NUMBER and not distinct:
                    # "How many seats", "the number of seats": it is stored.
                    several = self._asked.doing.groups or self._is_of_several(element)
                    summary = Summary.SUM if several else Summary.EACH
                self._sketch.outs.append(Out(at, self._sketch.owner(element), element, summary, distinct))
                found = found or summary is not Summary.EACH
                continue
            found = True
        if self._asked.doing.most and not found and self._count_often():
            found = True
        elif self._asked.doing.most and not found and (person or len(self._sketch.labels) > 1):
            sign, greatest = self._asked.doing.most
            place = self._asked.behind(sign, tuple(self._sketch.labels), 5)
            if place is not None:
                variable = self._sketch.variable(self._sketch.labels[place].element.name, 0)
                others = [one for one in sorted(self._sketch.labels) if one != place]
                head = others[0] if others else None
                if head is not None:
                    own = [
                        one
                        for one, named in sorted(left.items())
                        if named.element.owner == self._sketch.labels[head].element.name
                    ]
                    if not own:
                        root = self._sketch.variable(self._sketch.labels[head].element.name, 0)
                        self._sketch.outs.append(Out(0, root, None))
                    for one in own:
                        element = left.pop(one).element
                        self._sketch.outs.append(Out(0, self._sketch.owner(element), element))
                elif person:
                    self._sketch.outs.append(Out(0, self._sketch.variable(person, 0), None))
                out = Out(self._asked.at(sign), variable, None, Summary.COUNT)
                self._sketch.sorting = (out, greatest, self._asked.doing.many or 1)
                found = True
        return found

    def _by(self, left: dict[int, Named]) -> list[Sign]:
        """Return the words that say what rows are for: "by" in "the average fare by cabin"."""
        last = max(out.place for out in self._sketch.outs)
        nouns = {self._asked.spots[place].last for place in (*self._sketch.labels, *self._sketch.properties)}
        for place in sorted((*self._sketch.labels, *left)):
            at = self._asked.spots[place].first - 1
            if at > last and at in nouns and self._asked.tokens[at].lower == "by":
                return [Sign(self._asked.tokens[at].start, self._asked.tokens[at].end, "by")]
        return []

    def _is_regrouped(self, sign: Sign, place: int, left: dict[int, Named]) -> bool:
        """Return whether rows are made for a property of a label instead: "of each order, grouped by their status"."""
        others = [one for one in self._asked.doing.groups if one is not sign and one.text.startswith("group")]
        behind = [self._asked.behind(one, (*self._sketch.labels, *left), 5) for one in others]
        label = self._sketch.labels[place].element.name
        return any(one in left and left[one].element.owner == label for one in behind if one is not None)

    def _is_summed(self, label: str) -> bool:
        """Return whether a property of a label is summed up: "the average size across all battles" is one number."""
        return any(
            out.element is not None and out.element.owner == label and out.summary is not Summary.EACH
            for out in self._sketch.outs
        )

    def _count_steps(self, sign: Sign, place: int | None) -> bool:
        """Count the relationships that stand right behind words for a count: "how many viewings has the house had"."""
        spots = self._asked.spots
        at = next(
            (one for one, spot in enumerate(spots) if self._asked.tokens[spot.first].start >= sign.end), None
        )
        if at is None or at == place or self._asked.tokens[spots[at].first].start - sign.end > _BESIDE:
            return False
        sure = [one.element.name for one in spots[at].of(Kind.TYPE) if one.score >= _SURE]
        known = [one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY]
        for kind in sure if not spots[at].constant else ():
            for one in self._schema.type[kind].connections:
                for end, other in ((one.source, one.target), (one.target, one.source)):
                    if other in known and end not in known and not self._sketch.labels:
                        variable = self._sketch.variable(end, spots[at].first)
                        self._sketch.need(kind)
                        self._sketch.outs.append(Out(self._asked.at(sign), variable, None, Summary.COUNT))
                        return True
        return False

    def _is_of_several(self, element: Element) -> bool:
        """Return whether a number is of several nodes, so that it is their sum that is asked for."""
        held = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        together = any(token.lower in _TOGETHER for token in self._asked.tokens)
        if element.kind is Kind.FACT:
            ends = [{one.source, one.target} for one in self._schema.type[element.owner].connections]
            return bool(held) and not any(some <= held for some in ends)
        return together or (bool(held) and element.owner not in held)

    def _count_often(self) -> bool:
        """Sort by how often a thing has a relationship: "which drug is prescribed most often"."""
        assert self._asked.doing.most is not None
        sign, greatest = self._asked.doing.most
        after = self._asked.tokens[self._asked.at(sign) + 1 :][:1]
        head = min(self._sketch.labels, default=None)
        if after and after[0].lower in _COMMON:
            # "The most common genre" is a genre.
            head = self._asked.behind(sign, tuple(self._sketch.labels), 3)
        elif not after or after[0].lower not in _OFTEN:
            return False
        if head is None:
            return False
        label = self._sketch.labels[head].element.name
        ranked = [
            (
                self._sketch.said_of(move.relation),
                not move.outward,
                count,
                (move, end),
            )
            for move, end, count in self._joiner.steps_of(label)
            if not any(
                end == named.element.name for place, named in self._sketch.labels.items() if place != head
            )
        ]
        others = [one for one in sorted(self._sketch.labels) if one != head]
        root = self._sketch.variable(label, 0)
        if others:
            counted = self._sketch.variable(self._sketch.labels[others[0]].element.name, 0)
        elif ranked:
            move, end = max(ranked, key=lambda one: one[:3])[3]
            counted = self._sketch.variable(end, self._asked.spots[head].last, end == label)
            self._sketch.need(move.relation)
        else:
            return False
        self._sketch.outs.append(Out(0, root, None))
        out = Out(self._asked.at(sign), counted, None, Summary.COUNT)
        self._sketch.sorting = (out, greatest, self._asked.doing.many or 1)
        return True

    def _average(self, sign: Sign, place: int) -> bool:
        """Add what is made of how many there are: "the average number of visits per person", of who has any."""
        label = self._sketch.labels[place].element.name
        others = [one for one in sorted(self._sketch.labels) if one != place]
        groups = [one for one in self._asked.doing.groups if one.start > sign.end]
        behind = self._asked.behind(groups[0], others, 3) if groups else None
        owner = behind if behind is not None else next((one for one in others if one > place), None)
        if owner is None or self._sketch.variable(label, 0).branches:
            return False
        of = self._sketch.labels[owner].element.name
        move = self._step(of, label)
        if move is None or of == label or self._speaks_of(move.relation):
            return False
        summary = next(one for made, one, _ in self._asked.doing.functions if self._makes(made, sign))
        root = self._sketch.variable(of, 0)
        known = self._sketch.variables.pop(label)
        self._sketch.order = [one for one in self._sketch.order if one not in known]
        if move.relation in self._sketch.needed:
            self._sketch.needed.remove(move.relation)
        root.branches.append(Branch((move,), count=ValueTest(Comparison.AT_LEAST, 1)))
        self._sketch.outs.append(Out(self._asked.at(sign), root, None, summary, counted=move))
        del self._sketch.labels[place]
        self._grouped = groups[0] if behind is not None else None
        return True

    def _speaks_of(self, kind: str) -> bool:
        """Return whether the question speaks of properties of relationships of a type."""
        named = [one.element for one in self._sketch.properties.values()]
        facts = [one.owner for one in named if one.kind is Kind.FACT] + [
            owner for owner, _ in self._sketch.facts
        ]
        return kind in facts

    def _step(self, start: str, end: str) -> Move | None:
        """Return the step from nodes of one label to those of another, of several the one that is said or commoner."""
        ranked = [
            (self._sketch.said_of(move.relation), count, move)
            for move, label, count in self._joiner.steps_of(start)
            if label == end
        ]
        return max(ranked, key=lambda one: one[:2], default=(0.0, 0, None))[2]

    def _is_made_of(self, sign: Sign) -> bool:
        """Return whether a summary is said right before words for a count, or "on average" of it."""
        return any(self._makes(one, sign) for one, _, _ in self._asked.doing.functions)

    def _makes(self, one: Sign, sign: Sign) -> bool:
        return 0 <= sign.start - one.end <= _BESIDE or one.text == _ON_AVERAGE

    def functions(self, left: dict[int, Named]) -> bool:
        """Add sums, averages and extremes, or sort by these; return whether there is a column of one."""
        found = False
        last: int | None = None
        for sign, summary, phrases in self._asked.doing.functions:
            extreme = summary in (Summary.MAXIMUM, Summary.MINIMUM)
            measured = [
                one for one, named in left.items() if property_of(self._schema, named.element).type.is_measure
            ]
            place = self._asked.behind(sign, tuple(measured), 8)
            label = self._asked.behind(sign, tuple(self._sketch.labels), 3)
            if (
                last is not None
                and (place is None or place > last)
                and last == self._asked.behind(sign, (last,), 8)
            ):
                # "The average and maximum amount" are both of the amount.
                element = self._sketch.properties[last].element
                self._sketch.outs.append(
                    Out(self._asked.at(sign), self._sketch.owner(element), element, summary)
                )
                continue
            if (
                extreme
                and label is not None
                and (
                    place is None
                    or place > label + 1
                    or self._asked.spots[place].first - self._asked.spots[label].last > 0
                )
            ):
                measured_by = self._measure(self._sketch.labels[label].element.name, sign, phrases)
                if measured_by is not None:
                    out = Out(self._asked.at(sign), self._sketch.owner(measured_by), measured_by)
                    known = degree_of(sign.text)
                    down = summary is Summary.MAXIMUM
                    if known and "age" not in split_words(measured_by.name):
                        # The oldest was born first.
                        down = known[0]
                    self._sketch.sorting = (out, down, self._asked.doing.many or 1)
                continue
            if place is None:
                continue
            element = left[place].element
            before = [
                one
                for one in self._sketch.labels
                if self._asked.tokens[self._asked.spots[one].first].start < sign.start
            ]
            if extreme and before and not self._asked.doing.groups and not self._asked.doing.counts:
                left.pop(place)
                out = Out(self._asked.at(sign), self._sketch.owner(element), element)
                self._sketch.sorting = (out, summary is Summary.MAXIMUM, self._asked.doing.many or 1)
                continue
            left.pop(place)
            last = place
            self._sketch.outs.append(Out(self._asked.at(sign), self._sketch.owner(element), element, summary))
            found = True
        self._choose(left)
        self._sort(left)
        return found or self._amount(left)

    def _choose(self, left: dict[int, Named]) -> None:
        """Sort alternatives by what an adjective compares them by: "is Heron Piece or Windmill Field larger?"."""
        if self._sketch.chosen is None or self._sketch.sorting is not None:
            return
        spots = [self._asked.spots[one.spot] for one in self._asked.filters]
        held = {at for spot in spots for at in range(spot.first, spot.last)}
        for at, token in enumerate(self._asked.tokens):
            known = degrees_of(token.lower) if at not in held else None
            if known is None:
                continue
            sign = Sign(token.start, token.end, token.lower)
            element = self._measure(self._sketch.chosen.label, sign, known[2])
            if element is None:
                continue
            for place in [one for one in left if self._asked.spots[one].first == at]:
                # "Longer" names no column.
                del left[place]
            times = property_of(self._schema, element).type.is_time
            out = Out(at, self._sketch.owner(element), element)
            # The older was born before.
            down = known[0] if known[1] or not times else not known[0]
            self._sketch.sorting = (out, down, 1)
            self._sketch.outs.append(Out(0, self._sketch.chosen, None))
            self._sketch.used.add(at)
            return

    def _amount(self, left: dict[int, Named]) -> bool:
        """Add the only number of what joins the nodes, where "how much" or "total" says no more."""
        signs = [one for one, summary, _ in self._asked.doing.functions if summary is Summary.SUM]
        if not signs or left or any(out.summary or out.element for out in self._sketch.outs):
            return False
        labels = set(self._sketch.variables)
        found = [
            ((self._sketch.said_of(kind.name), one.unit in CURRENCIES), Element(Kind.FACT, one.name, kind.name))
            for kind in self._schema.types
            if any({one.source, one.target} <= labels for one in kind.connections)
            for one in kind.properties
            if one.type is ValueType.NUMBER
        ]
        if not found:
            return False
        # "How much" is rather money than a year.
        best = max(score for score, _ in found)
        elements = [element for score, element in found if score == best]
        if len(elements) != 1:
            return False
        self._sketch.need(elements[0].owner)
        summed = self._asked.doing.groups or self._is_of_several(elements[0])
        summary = Summary.SUM if summed else Summary.EACH
        self._sketch.outs.append(Out(self._asked.at(signs[0]), None, elements[0], summary))
        if not summed:
            self._list_both()
        return bool(summed)

    def _list_both(self) -> None:
        """Show the nodes that are asked for with an amount: "which sponsors support which venues, with how much?"."""
        for place, named in self._sketch.labels.items():
            first = self._asked.spots[place].first
            if first and self._asked.tokens[first - 1].lower in ("which", "what"):
                self._sketch.outs.append(Out(first, self._sketch.variable(named.element.name, 0), None))

    def _sort(self, left: dict[int, Named]) -> None:
        """Sort by the property that stands behind words for it, unless something else sorts already."""
        if self._asked.doing.sort and self._sketch.sorting is None:
            sign, down = self._asked.doing.sort
            place = self._asked.behind(sign, tuple(self._sketch.properties), 8)
            if place is not None:
                element = self._sketch.properties[place].element
                others = [one for one in left if one != place and left[one].element == element]
                known = others or sign.text == "by" or any(one.element == element for one in self._sketch.outs)
                if place in left and known:
                    left.pop(place)
                out = Out(self._asked.at(sign), self._sketch.owner(element), element)
                self._sketch.sorting = (out, down, self._asked.doing.many)
                return
            summed = [one for one in self._sketch.outs if one.summary]
            if not summed:
                return
            # "Sorted in descending order", "the top 5 shops by the number of orders".
            self._sketch.sorting = (summed[-1], down, self._asked.doing.many)
            head = min(self._sketch.labels, default=None)
            if sign.text == "by" and not self._asked.doing.groups and head is not None:
                variable = self._sketch.variable(self._sketch.labels[head].element.name, 0)
                if variable is not summed[-1].variable:
                    self._sketch.outs.insert(0, Out(-1, variable, None))

    def _measure(self, label: str, sign: Sign, phrases: Sequence[str]) -> Element | None:
        """Return the property of a label that phrases for a measure mean."""
        if sign.text in _LONG:
            lasting = [one for one in self._schema.label[label].properties if one.type is ValueType.DURATION]
            if len(lasting) == 1:
                return Element(Kind.PROPERTY, lasting[0].name, label)
        best: Named | None = None
        texts = list(phrases or (sign.text,))
        own = [
            [replace(one, score=one.score + _OWN) for one in self._vocabulary.named(text.split())]
            for text in texts
        ]
        for some in (*own, *self._vocabulary.meant(texts)):
            for named in some:
                if named.element.owner == label and property_of(self._schema, named.element).type.is_measure:
                    best = named if best is None or named.score > best.score else best
        return best.element if best else None

    def groups(self, left: dict[int, Named]) -> None:
        """Add what the sums are grouped by, in front of them."""
        signs = self._asked.doing.groups
        if not signs and self._sketch.sorting is None and any(out.summary for out in self._sketch.outs):
            signs = self._by(left)
        for sign in signs:
            if sign is self._grouped:
                continue
            place = self._asked.behind(sign, (*self._sketch.labels, *left), 5)
            if place is None or (place in self._sketch.labels and self._is_regrouped(sign, place, left)):
                continue
            while (
                place + 1 in self._sketch.labels
                and self._asked.spots[place].last == self._asked.spots[place + 1].first
            ):
                # "Each movie genre" is each genre.
                place += 1
            if place in left:
                element = left.pop(place).element
                self._sketch.outs.insert(0, Out(-1, self._sketch.owner(element), element))
            elif sign.text.startswith("across") and self._is_summed(self._sketch.labels[place].element.name):
                continue
            else:
                name = self._sketch.labels[place].element.name
                own = [one for one, named in sorted(left.items()) if named.element.owner == name]
                at_once = [
                    one for one in own if self._asked.spots[one].first - self._asked.spots[place].last <= 1
                ]
                if any(
                    named.element.owner == name and self._asked.returned(self._asked.spots[one].first)
                    for one, named in left.items()
                ):
                    continue
                for one in at_once:
                    element = left.pop(one).element
                    self._sketch.outs.insert(0, Out(-1, self._sketch.owner(element), element))
                if not at_once:
                    self._sketch.outs.insert(0, Out(-1, self._sketch.variable(name, 0), None))
