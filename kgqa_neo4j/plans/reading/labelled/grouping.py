"""Determines the groups of rows if no group keyword names them: values side by side, counts of each, averages."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, DatePart, Pattern, Summary
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.operating import EXTREMES, MADE, Keyword
from kgqa_neo4j.plans.reading.labelled.periods import period, period_at
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.operations.numbers import NUMBERS

# Words between two nouns that request counts: "courses per language".
_EACH = frozenset({"per", "by"})
# Maximum number of characters between adjacent words.
_BESIDE = 2
# Minimum score of a type with a number to average.
_SURE = 0.8
# Maximum token index of the period that is asked for.
_ASKED = 2


class Grouping:
    """Determines the groups of one question. Removes the properties that it uses from `left`."""

    def __init__(self, schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def counts_each(self, left: dict[int, Named]) -> bool:
        """Add a count for each group if the question is just two nouns: "patients by blood type"."""
        operations, spots, tokens = self._asked.operations, self._asked.spots, self._asked.tokens
        head = min(self._sketch.labels, default=None)
        if head is None or operations.sort or operations.whether or self._sketch.outs:
            return False
        last = spots[head].last
        said = tokens[last].lower if last < len(tokens) else ""
        if said in _EACH and spots[head].first <= 1 and period_at(tokens, spots, last + 1):
            counted = self._sketch.variable(self._sketch.labels[head].element.name, 0)
            self._sketch.outs.append(SketchColumn(spots[head].first, counted, None, Summary.COUNT))
            return True
        place = next((one for one in (*left, *self._sketch.labels) if spots[one].first == last + 1), None)
        if spots[head].first > 1 or said not in _EACH or place is None or not is_plural(tokens[last - 1].lower):
            return False
        counted = self._sketch.variable(self._sketch.labels[head].element.name, 0)
        if place in left:
            if said == "by" and not property_of(self._schema, left[place].element).values:
                return False
            element = left.pop(place).element
            self._sketch.outs.append(SketchColumn(-1, self._sketch.owner(element), element))
        elif said == "by":
            return False
        else:
            self._sketch.outs.append(
                SketchColumn(-1, self._sketch.variable(self._sketch.labels[place].element.name, 0), None)
            )
        self._sketch.outs.append(SketchColumn(spots[head].first, counted, None, Summary.COUNT))
        return True

    def compares_values(self) -> None:
        """Add the property whose values the question puts side by side: "split by Bachelor and Master"."""
        for variable, element in self._sketch.split:
            if any(out.summary for out in self._sketch.outs):
                dated = property_of(self._schema, element).type.is_time
                part = DatePart.YEAR if dated else DatePart.WHOLE
                self._sketch.outs.insert(0, SketchColumn(-1, variable, element, part=part))

    def best_made(self, left: dict[int, Named], person: str = "") -> bool:
        """Sort the answers by a sum or an average: "which shop has the highest average rating"."""
        found = self._made_extreme()
        if found is None:
            return False
        keyword, summary, down = found
        measured = [one for one, named in left.items() if self._is_number(named)]
        place = self._asked.behind(keyword, measured, 6)
        first = self._asked.tokens[self._asked.spots[place].first].start if place is not None else keyword.start
        heads = [
            one
            for one in sorted((*self._sketch.labels, *left))
            if one != place and self._asked.tokens[self._asked.spots[one].first].start < first
        ]
        element = left.pop(place).element if place is not None else self._only_number(keyword)
        if element is None or not (heads or person):
            return False
        if not heads:
            self._sketch.outs.append(SketchColumn(0, self._sketch.variable(person, 0), None))
        elif heads[0] in left:
            group = left.pop(heads[0]).element
            self._sketch.outs.append(SketchColumn(0, self._sketch.owner(group), group))
        else:
            self._sketch.outs.append(
                SketchColumn(0, self._sketch.variable(self._sketch.labels[heads[0]].element.name, 0), None)
            )
        out = SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element, summary)
        self._sketch.sorting = (out, down, self._asked.operations.many or 1)
        self._sketch.hidden = True
        return True

    def values_of_many(self, left: dict[int, Named]) -> bool:
        """Add values with a condition on their number of nodes: "which cities have more than three customers"."""
        counted = [one for one in self._asked.filters if one.counted]
        place = min((*left, *self._sketch.labels), default=None)
        if len(counted) != 1 or place is None or place not in left:
            return False
        element = left[place].element
        before = [token.lower for token in self._asked.tokens[: self._asked.spots[place].first]]
        asked = before[-1:] in (["which"], ["what"]) or not before
        if not asked or element.kind is not Kind.PROPERTY or element.owner != counted[0].element.name:
            return False
        variable = self._sketch.variable(element.owner, 0)
        if self._sketch.counted.pop(id(variable), None) is None:
            return False
        del left[place]
        variable.branches.append(Branch((Move(property_relation(element.name), True),), Pattern()))
        self._sketch.outs.append(SketchColumn(self._asked.spots[place].first, variable, element))
        self._sketch.having.append((SketchColumn(-1, variable, None, Summary.COUNT), counted[0].tests[0]))
        return True

    def most_in_period(self) -> bool:
        """Sort periods by their number of nodes: "which month had the most orders"."""
        assert self._asked.operations.most is not None
        keyword, greatest = self._asked.operations.most
        place = self._asked.behind(keyword, tuple(self._sketch.labels), 3)
        at = next((at for at, one in enumerate(self._asked.tokens) if one.lower in ("which", "what")), -1) + 1
        named = 0 < at <= _ASKED and period_at(self._asked.tokens, self._asked.spots, at)
        if place is None or not named:
            return False
        variable = self._sketch.variable(self._sketch.labels[place].element.name, 0)
        counted = SketchColumn(self._asked.at(keyword), variable, None, Summary.COUNT)
        found = period(self._schema, self._asked, self._sketch, at, [counted])
        if found is None:
            return False
        self._sketch.outs.append(found)
        self._sketch.sorting = (counted, greatest, self._asked.operations.many or 1)
        self._sketch.hidden = True
        return True

    def most_of_value(self, left: dict[int, Named]) -> bool:
        """Sort values by their number of nodes: "which town has the most patients"."""
        assert self._asked.operations.most is not None
        keyword, greatest = self._asked.operations.most
        place = self._asked.behind(keyword, tuple(self._sketch.labels), 3)
        first = min((*left, *self._sketch.labels), default=None)
        if place is None or first is None or first not in left or first >= place:
            return False
        tokens = self._asked.tokens[: self._asked.spots[first].first]
        # Numbers do not matter here: "which three towns".
        before = [one.lower for one in tokens if one.kind != "number" and one.lower not in NUMBERS]
        if before[-1:] not in (["which"], ["what"], ["the"]):
            return False
        element = left.pop(first).element
        owner = self._sketch.owner(element)
        if owner is None:
            return False
        self._sketch.outs.append(SketchColumn(0, owner, element))
        owner.branches.append(Branch((Move(property_relation(element.name), True),), Pattern()))
        counted = self._sketch.variable(self._sketch.labels[place].element.name, 0)
        out = SketchColumn(self._asked.at(keyword), counted, None, Summary.COUNT)
        self._sketch.sorting = (out, greatest, self._asked.operations.many or 1)
        self._sketch.hidden = True
        return True

    def _made_extreme(self) -> tuple[Keyword, Summary, bool] | None:
        """Return the sum or average whose extreme is requested: its keyword, and whether it is the maximum."""
        functions = self._asked.operations.functions
        for keyword, summary, _ in functions:
            for made, other, _ in functions:
                if summary in EXTREMES and other in MADE and 0 <= made.start - keyword.end <= _BESIDE:
                    return made, other, summary is Summary.MAXIMUM
        return None

    def _only_number(self, keyword: Keyword) -> Element | None:
        """Return the only number of the relationships named after an average keyword: a "rating" has stars."""
        spot = next(
            (one for one in self._asked.spots if self._asked.tokens[one.first].start >= keyword.end), None
        )
        kinds = [one.element.name for one in spot.of(Kind.TYPE) if one.score >= _SURE] if spot else []
        numbers = (
            [one for one in self._schema.type[kinds[0]].properties if one.type is ValueType.NUMBER]
            if kinds
            else []
        )
        if len(numbers) != 1:
            return None
        self._sketch.need(kinds[0])
        return Element(Kind.FACT, numbers[0].name, kinds[0])

    def _is_number(self, named: Named) -> bool:
        kind = property_of(self._schema, named.element).type
        return kind in (ValueType.NUMBER, ValueType.DURATION) and named.element.kind in (
            Kind.PROPERTY,
            Kind.FACT,
        )
