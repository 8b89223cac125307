"""Sorts the rows of a query and limits their number: "sorted by name", "the first two"."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.costs import ABOUT_ONE
from kgqa_neo4j.plans.reading.labelled.dating import beginning
from kgqa_neo4j.plans.reading.labelled.operating import Keyword
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.wording import words as split_words

_WHO = frozenset({"who", "whom", "whose"})
# Words of properties whose values are not summed when a node has several.
_KEPT_APART = frozenset({
    "rating", "score", "grade", "stars", "price", "rate", "ratio", "percentage", "percent", "share", "level", "rank",
    "position", "temperature", "year", "age", "probability", "similarity", "distance", "average", "priority", "number",
})  # fmt: skip
_SHARES = frozenset({"percent", "%"})
# Words for an end of an order, and whether it is the last.
_ENDS = {"first": False, "last": True}


class Sorting:
    """Sorts the rows of one question.

    `left` are the properties that the query does not use yet; methods remove those that they use.
    """

    def __init__(self, schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def sort(self, left: dict[int, Named]) -> None:
        """Sort by the property after words for sorting, unless the rows are sorted already."""
        if self._asked.operations.sort and self._sketch.sorting is None:
            keyword, down = self._asked.operations.sort
            place = self._asked.behind(keyword, tuple(self._sketch.properties), 8)
            if place is not None:
                element = self._sketch.properties[place].element
                if self._sort_by_sum(keyword, down, element):
                    return
                if keyword.text == "by" and self._adds_up(element):
                    self._sort_by_all(place, down, left)
                    return
                if (made := self._made(keyword, place)) is not None:
                    left.pop(place, None)
                    self._sketch.sorting = (made, down, self._asked.operations.many)
                    return
                others = [one for one in left if one != place and left[one].element == element]
                known = (
                    others or keyword.text == "by" or any(one.element == element for one in self._sketch.outs)
                )
                if place in left and known:
                    left.pop(place)
                out = SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element)
                self._sketch.sorting = (out, down, self._asked.operations.many)
                return
            summed = [one for one in self._sketch.outs if one.summary]
            if not summed:
                return
            # "Sorted in descending order", "the top 5 shops by the number of orders".
            self._sketch.sorting = (summed[-1], down, self._asked.operations.many)
            head = min(self._sketch.labels, default=None)
            if keyword.text == "by" and not self._asked.operations.groups and head is not None:
                variable = self._sketch.variable(self._sketch.labels[head].element.name, 0)
                if variable is not summed[-1].variable:
                    self._sketch.outs.insert(0, SketchColumn(-1, variable, None))

    def sort_first(self, left: dict[int, Named]) -> None:
        """Sort by the only date, for the first or last few: "the first three who were confirmed"."""
        tokens = [token.lower for token in self._asked.tokens]
        at = next(
            (at for at, word in enumerate(tokens[:-1]) if word in _ENDS and self._asked.operations.taken[at]),
            -1,
        )
        dates = [one for one, named in left.items() if property_of(self._schema, named.element).type.is_time]
        if at < 0 or not self._asked.operations.many or self._sketch.sorting is not None or len(dates) != 1:
            return
        element = left.pop(dates[0]).element
        self._sketch.sorting = (
            SketchColumn(at, self._sketch.owner(element), element),
            _ENDS[tokens[at]],
            self._asked.operations.many,
        )

    def keep_first(self, left: dict[int, Named]) -> None:
        """Keep the first or last node by its beginning: "the first film", "in which year was the first film made".

        Not if the ordinal is explained already, as a position, or if the question asks for persons, whom one row does
        not show.
        """
        others = _WHO.intersection(token.lower for token in self._asked.tokens)
        operations = self._asked.operations
        if self._sketch.sorting is not None or others or self._sketch.outs:
            return
        if operations.groups or operations.functions or operations.most:
            return
        for place, named in self._sketch.labels.items():
            at = self._asked.spots[place].first - 1
            down = _ENDS.get(self._asked.tokens[at].lower) if at > 0 else None
            taken = down is None or at in self._sketch.used or self._asked.operations.taken[at]
            if taken or is_plural(self._asked.spots[place].text.lower()):
                continue
            began = beginning(self._schema, named.element.name)
            if began is None or any(one.element.owner != named.element.name for one in left.values()):
                continue
            variable = self._sketch.variable(named.element.name, 0)
            self._sketch.sorting = (SketchColumn(at, variable, began), bool(down), 1)
            self._sketch.hidden = True
            self._sketch.used.add(at)
            if not left:
                self._sketch.outs.append(SketchColumn(at, variable, None))
            return

    def _adds_up(self, element: Element) -> bool:
        """Return whether ranked nodes have values of a property that add up: "the top products by quantity ordered"."""
        head = min(self._sketch.labels, default=None)
        known = property_of(self._schema, element)
        if head is None or known.type is not ValueType.NUMBER or known.unit in _SHARES:
            return False
        label = self._sketch.labels[head].element.name
        apart = (
            element.owner != label and not self._asked.operations.groups and bool(self._asked.operations.many)
        )
        if not apart or any(one.summary for one in self._sketch.outs):
            return False
        if not _KEPT_APART.isdisjoint(split_words(element.name)) or element.kind is not Kind.FACT:
            return False
        kind = self._schema.type[element.owner]
        return any(
            (label == one.source and kind.fan_out > ABOUT_ONE)
            or (label == one.target and kind.fan_in > ABOUT_ONE)
            for one in kind.connections
        )

    def _sort_by_all(self, place: int, down: bool, left: dict[int, Named]) -> None:
        """Sort nodes by the sum over their relationships, which is shown if the question names it again."""
        element = left.pop(place).element if place in left else self._sketch.properties[place].element
        label = self._sketch.labels[min(self._sketch.labels)].element.name
        self._sketch.need(element.owner)
        self._sketch.outs.append(SketchColumn(0, self._sketch.variable(label, 0), None))
        again = [one for one, named in left.items() if named.element == element]
        made = SketchColumn(self._asked.spots[place].first, None, element, Summary.SUM)
        for one in again:
            del left[one]
        if again:
            self._sketch.outs.append(made)
        self._sketch.hidden = not again
        self._sketch.sorting = (made, down, self._asked.operations.many)

    def _made(self, keyword: Keyword, place: int) -> SketchColumn | None:
        """Return the aggregate that rows are sorted by: "ordered by the average price"; None if there is none."""
        start = self._asked.tokens[self._asked.spots[place].first].start
        element = self._sketch.properties[place].element
        if not any(keyword.end <= made.start < start for made, _, _ in self._asked.operations.functions):
            return None
        return next((one for one in self._sketch.outs if one.summary and one.element == element), None)

    def _sort_by_sum(self, keyword: Keyword, down: bool, element: Element) -> bool:
        """Sort nodes by a sum over nodes joined to them, which is not shown: "the top 5 banks by total amount"."""
        summed = [one for one in self._sketch.outs if one.summary and one.element == element]
        head = min(self._sketch.labels, default=None)
        if keyword.text != "by" or len(summed) != 1 or head is None or self._asked.operations.groups:
            return False
        label = self._sketch.labels[head].element.name
        if self._asked.tokens[self._asked.spots[head].first].start > keyword.start or label == element.owner:
            return False
        self._sketch.outs = [SketchColumn(0, self._sketch.variable(label, 0), None)]
        self._sketch.sorting = (summed[0], down, self._asked.operations.many)
        self._sketch.hidden = True
        return True
