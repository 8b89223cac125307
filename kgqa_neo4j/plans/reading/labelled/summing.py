"""Adds the aggregates of a question, what they are grouped by, and superlatives as orders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.labelled.counting import Counting
from kgqa_neo4j.plans.reading.labelled.dating import beginning, is_years
from kgqa_neo4j.plans.reading.labelled.grouping import Grouping
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.measuring import Measuring
from kgqa_neo4j.plans.reading.labelled.operating import EXTREMES, Keyword, behind_sign
from kgqa_neo4j.plans.reading.labelled.periods import period, period_at
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.sorting import Sorting
from kgqa_neo4j.plans.reading.labelled.spots import places_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, Vocabulary, measures_time
from kgqa_neo4j.question.ages import tells_birth
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.value_constraints import degree_of
from kgqa_neo4j.question.wording import is_participle
from kgqa_neo4j.question.wording import words as split_words

# Superlatives of age.
_AGED = frozenset({"oldest", "eldest", "youngest"})
# Distance from "average" to its noun within which any word may stand between them.
_RIGHT_BEHIND = 2
_OF_ALL = frozenset({"of", "the", "all", "our", "my", "their", "its", "his", "her"})
_LASTING = frozenset({"longest", "shortest"})
_MUCH = "how much"
# Minimum share of distinct values of a property that tells nodes apart.
_APART = 0.95
# Keywords, and endings of keywords, that may follow the property that they aggregate.
_BEHIND, _SAID_BEHIND = frozenset({"on average", "altogether", "all told"}), (" up", " recent", " recently")
_TAKING = frozenset({"take", "takes", "took", "taken"})
_SERVING = re.compile(r"longest-[a-z]+ing")


class Summaries:
    """Adds the aggregates of one question.

    `left` are the properties that the query does not use yet; methods remove those that they use.
    """

    def __init__(
        self,
        schema: PropertyGraphSchema,
        vocabulary: Vocabulary,
        joiner: Joiner,
        asked: BoundQuestion,
        sketch: Sketch,
    ) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch
        self._grouping = Grouping(schema, asked, sketch)
        self._counting = Counting(schema, joiner, asked, sketch)
        self._measuring = Measuring(schema, vocabulary, asked, sketch)
        self._sorting = Sorting(schema, asked, sketch)

    def _says_owner(self, place: int) -> bool:
        """Return whether an otherwise unknown plural noun follows a property in the singular: "box office hits"."""
        spot, tokens = self._asked.spots[place], self._asked.tokens
        behind = tokens[spot.last] if spot.last < len(tokens) else None
        known = any(one.first == spot.last for one in self._asked.spots)
        if behind is None or known or behind.kind != "word" or not is_plural(behind.lower):
            return False
        self._sketch.used.add(spot.last)
        return not is_plural(spot.text.lower())

    def counts(self, left: dict[int, Named], person: str = "") -> bool:
        """Add what is counted, or sort by it; return whether there is anything to count. See `Counting.counts`."""
        return self._counting.counts(left, person)

    def functions(self, left: dict[int, Named], person: str = "") -> bool:
        """Add sums, averages and extremes, or sort by them; return whether a column was added.

        `person` is the label of the persons that are requested without being named.
        """
        if self._grouping.best_made(left, person):
            return True
        found = False
        last: int | None = None
        for keyword, summary, phrases in self._asked.operations.functions:
            extreme = summary in EXTREMES
            measured = [one for one, named in left.items() if self._may_be_measured(keyword, named.element)]
            place = self._asked.behind(keyword, tuple(measured), 8)
            if place is None and (
                keyword.text in _BEHIND or keyword.text.endswith(_SAID_BEHIND) or self._ends(keyword)
            ):
                # "What do they earn on average", "who was hired most recently": the property stands before.
                before = [
                    one
                    for one in measured
                    if self._asked.tokens[self._asked.spots[one].first].start < keyword.start
                ]
                place = max(before, default=None)
            label = self._asked.behind(keyword, tuple(self._sketch.labels), 3)
            if place is not None and keyword.text in _AGED and self._tells_when(left[place].element):
                # The oldest was born first.
                summary = Summary.MINIMUM if summary is Summary.MAXIMUM else Summary.MAXIMUM
            if (
                last is not None
                and (place is None or place > last)
                and last == self._asked.behind(keyword, (last,), 8)
            ):
                # "The average and maximum amount": both are of the amount.
                element = self._sketch.properties[last].element
                self._sketch.outs.append(
                    SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element, summary)
                )
                continue
            if extreme and label is not None and place is not None:
                if self._sorts_by_fact(keyword, summary, place, label):
                    left.pop(place)
                    continue
                if self._adjoin(place, label):
                    # "The best rated sellers".
                    element = left.pop(place).element
                    out = SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element)
                    self._sketch.sorting = (out, summary is Summary.MAXIMUM, self._asked.operations.many or 1)
                    continue
            if extreme and label is not None and (by := self._by_measure(measured)) is not None:
                self._sort_by(keyword, summary, left.pop(by).element)
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
                measured_by = self._measuring.measure(self._sketch.labels[label].element.name, keyword, phrases)
                if measured_by is not None:
                    self._sort_by(keyword, summary, measured_by)
                elif keyword.text == "longest":
                    self._longest(keyword, person, left)
                continue
            if place is None and extreme and self._of_type(keyword, summary):
                continue
            if (
                place is None
                and label is None
                and keyword.text == "longest"
                and self._longest(keyword, person, left)
            ):
                continue
            if place is None and extreme and not self._sketch.labels and self._any(keyword, phrases, summary):
                continue
            summed = self._asked.behind(keyword, tuple(self._sketch.labels), 5)
            if (
                place is None
                and summed is not None
                and not extreme
                and self._amount_of(keyword, summary, summed)
            ):
                found = True
                continue
            if place is None:
                continue
            element = left[place].element
            before = [
                one
                for one in self._sketch.labels
                if self._asked.tokens[self._asked.spots[one].first].start < keyword.start
            ]
            if extreme and before and not self._asked.operations.groups and not self._asked.operations.counts:
                left.pop(place)
                out = SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element)
                self._sketch.sorting = (out, summary is Summary.MAXIMUM, self._asked.operations.many or 1)
                continue
            left.pop(place)
            if extreme and self._asked.operations.many and self._says_owner(place):
                # "The three biggest box office hits" requests the films.
                out = SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element)
                self._sketch.sorting = (out, summary is Summary.MAXIMUM, self._asked.operations.many)
                self._sketch.outs.append(
                    SketchColumn(self._asked.at(keyword), self._sketch.owner(element), None)
                )
                continue
            if not self._asked.operations.groups:
                # "How long does it last on average" names the averaged property twice.
                for again in [one for one, named in left.items() if named.element == element]:
                    del left[again]
            last = place
            if keyword.text == _MUCH and self._is_of_named(element):
                # "How much disk space does an XL machine get": what one node has needs no sum.
                self._sketch.outs.append(
                    SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element)
                )
                continue
            self._sketch.outs.append(
                SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element, summary)
            )
            found = True
        self._measuring.choose(left)
        self._sorting.sort(left)
        self._sorting.sort_first(left)
        self._sorting.keep_first(left)
        return found or self._per(left) or self._measuring.amount(left)

    def _tells_when(self, element: Element) -> bool:
        """Return whether a property is a date, or a year of birth."""
        return property_of(self._schema, element).type.is_time or tells_birth(element.name)

    def _is_of_named(self, element: Element) -> bool:
        """Return whether a property belongs to nodes that the question names."""
        held = [one.element for one in self._asked.filters if one.element.owner == element.owner]
        naming = self._schema.label[element.owner].naming if element.kind is Kind.PROPERTY else ()
        return any(one.name in naming or property_of(self._schema, one).distinct >= _APART for one in held)

    def _amount_of(self, keyword: Keyword, summary: Summary, place: int) -> bool:
        """Aggregate the amount of the label after a keyword: "the average budget". Return whether there is one."""
        spots, at = self._asked.spots, self._asked.at(keyword)
        # "The sum of the unpaid invoices": conditions stand before the noun.
        told = places_of(spots[:place])
        between = range(at + _RIGHT_BEHIND, spots[place].first)
        if not all(one in told or self._asked.tokens[one].lower in _OF_ALL for one in between):
            return False
        element = self._measuring.worth(self._sketch.labels[place].element.name)
        if element is None:
            return False
        self._sketch.outs.append(
            SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element, summary)
        )
        return True

    def _ends(self, keyword: Keyword) -> bool:
        """Return whether a keyword is the "in total" at the end of a question."""
        at = self._asked.at(keyword)
        behind = [token for token in self._asked.tokens[at + 1 :] if token.kind == "word"]
        return keyword.text == "total" and not behind and at > 0 and self._asked.tokens[at - 1].lower == "in"

    def _sort_by(self, keyword: Keyword, summary: Summary, element: Element) -> None:
        """Sort by the property that a superlative measures by."""
        out = SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element)
        known = degree_of(keyword.text)
        down = summary is Summary.MAXIMUM
        if known and "age" not in split_words(element.name):
            # The oldest was born first.
            down = known[0]
        self._sketch.sorting = (out, down, self._asked.operations.many or 1)

    def _by_measure(self, measured: Sequence[int]) -> int | None:
        """Return the spot of the measure after "by": "the priciest room by base rate"; None if there is none."""
        if self._asked.operations.groups:
            return None
        for place in measured:
            first = self._asked.spots[place].first
            before = [token.lower for token in self._asked.tokens[max(0, first - 2) : first]]
            if before[-1:] == ["by"] or (before[:1] == ["by"] and before[1:] in (["the"], ["its"], ["their"])):
                return place
        return None

    def _may_be_measured(self, keyword: Keyword, element: Element) -> bool:
        """Return whether a property can be what an extreme is taken of; no date is the longest."""
        known = property_of(self._schema, element)
        return known.is_measure and not (known.type.is_time and keyword.text in _LASTING)

    def _adjoin(self, place: int, label: int) -> bool:
        """Return whether a participle directly precedes a label whose nodes it measures."""
        spots = self._asked.spots
        word = spots[place].text.lower()
        verbal = is_participle(word) or word.endswith("ing")
        own = self._sketch.properties[place].element.owner == self._sketch.labels[label].element.name
        return verbal and own and spots[place].last == spots[label].first

    def _sorts_by_fact(self, keyword: Keyword, summary: Summary, place: int, label: int) -> bool:
        """Sort nodes by the average over their relationships: "the highest rated movie"."""
        spots, element = self._asked.spots, self._sketch.properties[place].element
        name = self._sketch.labels[label].element.name
        if element.kind is not Kind.FACT or not is_participle(spots[place].text.lower()):
            return False
        if spots[place].last != spots[label].first or self._asked.operations.groups:
            return False
        if not any(name in (one.source, one.target) for one in self._schema.type[element.owner].connections):
            return False
        self._sketch.need(element.owner)
        self._sketch.outs.append(SketchColumn(0, self._sketch.variable(name, 0), None))
        out = SketchColumn(self._asked.at(keyword), None, element, Summary.AVERAGE)
        self._sketch.sorting = (out, summary is Summary.MAXIMUM, self._asked.operations.many or 1)
        self._sketch.hidden = True
        return True

    def _of_type(self, keyword: Keyword, summary: Summary) -> bool:
        """Sort by the duration of the relationships after a superlative: "who had the longest viewing"."""
        head = min(self._sketch.labels, default=None)
        spot = next(
            (one for one in self._asked.spots if self._asked.tokens[one.first].start >= keyword.end), None
        )
        if keyword.text not in _LASTING or head is None or spot is None or spot.of(Kind.LABEL):
            return False
        if spot.first - self._asked.at(keyword) > 1:
            return False
        for named in spot.of(Kind.TYPE)[:1]:
            lasting = [one for one in self._schema.type[named.element.name].properties if measures_time(one)]
            if len(lasting) == 1:
                element = Element(Kind.FACT, lasting[0].name, named.element.name)
                self._sketch.need(named.element.name)
                self._sketch.outs.append(
                    SketchColumn(0, self._sketch.variable(self._sketch.labels[head].element.name, 0), None)
                )
                out = SketchColumn(self._asked.at(keyword), None, element)
                self._sketch.sorting = (out, summary is Summary.MAXIMUM, self._asked.operations.many or 1)
                return True
        return False

    def _longest(self, keyword: Keyword, person: str, left: dict[int, Named]) -> bool:
        """Sort by when nodes began: "which band has been going the longest"."""
        at = self._asked.at(keyword)
        if any(token.lower in _TAKING for token in self._asked.tokens):
            # "Took the longest" asks how long, not since when.
            return False
        serving = _SERVING.fullmatch(self._asked.tokens[at].lower)
        if not at or (self._asked.tokens[at - 1].lower != "the" and not serving):
            return False
        if any(one.first == at + 1 and one.of(Kind.PROPERTY) for one in self._asked.spots):
            # "The longest title" is about no time.
            return False
        head = min(self._sketch.labels, default=None)
        label = self._sketch.labels[head].element.name if head is not None else person
        began = beginning(self._schema, label) if label else None
        if began is None:
            return False
        for place in [one for one, named in left.items() if named.element == began]:
            # "Has been a member the longest" requests no date.
            del left[place]
        variable = self._sketch.variable(label, 0)
        self._sketch.outs.append(SketchColumn(0, variable, None))
        self._sketch.sorting = (SketchColumn(at, variable, began), False, self._asked.operations.many or 1)
        return True

    def _any(self, keyword: Keyword, phrases: Sequence[str], summary: Summary) -> bool:
        """Sort the nodes that have the measure of a superlative, if the question names no label."""
        measured_by = self._measuring.best_owner(keyword, phrases)
        if measured_by is None or any(
            one.element.owner != measured_by.owner for one in self._asked.filters if not one.counted
        ):
            return False
        variable = self._sketch.owner(measured_by)
        self._sketch.outs.append(SketchColumn(0, variable, None))
        out = SketchColumn(self._asked.at(keyword), variable, measured_by)
        self._sketch.sorting = (out, summary is Summary.MAXIMUM, self._asked.operations.many or 1)
        return True

    def _per(self, left: dict[int, Named]) -> bool:
        """Sum what is named before its groups: "hours worked per lawyer", each of whom has several."""
        operations = self._asked.operations
        if (
            operations.counts
            or operations.functions
            or operations.most
            or self._sketch.sorting
            or not operations.groups
        ):
            return False
        keyword = operations.groups[0]
        place = self._asked.behind(keyword, (*self._sketch.labels, *left), 5)
        if place is None or place not in self._sketch.labels:
            return False
        label = self._sketch.labels[place].element.name
        before = [
            one
            for one, named in left.items()
            if one < place
            and property_of(self._schema, named.element).type is ValueType.NUMBER
            and not named.element.name.lower().endswith("year")
            and not is_years(property_of(self._schema, named.element))
        ]
        if len(before) != 1 or left[before[0]].element.owner == label:
            return False
        element = left.pop(before[0]).element
        at = self._asked.spots[before[0]].first
        self._sketch.outs.append(SketchColumn(at, self._sketch.owner(element), element, Summary.SUM))
        return True

    def groups(self, left: dict[int, Named]) -> None:
        """Add the columns by which aggregates are grouped, before the others."""
        keywords = self._asked.operations.groups
        sorting = self._sketch.sorting
        free = sorting is None or sorting[0] in self._sketch.outs
        if not keywords and free and any(out.summary for out in self._sketch.outs):
            keywords = self._by(left)
        for keyword in keywords:
            if keyword is self._counting.grouped or self._sketch.hidden:
                continue
            behind, outs = behind_sign(self._asked.tokens, keyword), self._sketch.outs
            if (out := period(self._schema, self._asked, self._sketch, behind, outs)) is not None:
                outs.insert(0, out)
                continue
            place = self._asked.behind(keyword, (*self._sketch.labels, *left), 5)
            if place is None or (place in self._sketch.labels and self._is_regrouped(keyword, place, left)):
                continue
            while (
                place + 1 in self._sketch.labels
                and self._asked.spots[place].last == self._asked.spots[place + 1].first
            ):
                # "Each movie genre" means each genre.
                place += 1
            second = self._joined(place, left)
            for one in (place, second) if second is not None else (place,):
                self._group(keyword, one, left)

    def _joined(self, place: int, left: dict[int, Named]) -> int | None:
        """Return the spot that "and" adds to a group: "for each country and genre"; None if there is none."""
        spots, other = self._asked.spots, place + 1
        if other not in left and other not in self._sketch.labels:
            return None
        between = [token.lower for token in self._asked.tokens[spots[place].last : spots[other].first]]
        return other if between in (["and"], ["and", "each"], ["and", "by"]) else None

    def _group(self, keyword: Keyword, place: int, left: dict[int, Named]) -> None:
        """Group by a property or by the nodes of a label."""
        if place in left:
            element = left.pop(place).element
            self._sketch.outs.insert(0, SketchColumn(-1, self._sketch.owner(element), element))
            return
        name = self._sketch.labels[place].element.name
        if keyword.text.startswith("across") and self._is_summed(name):
            return
        own = [one for one, named in sorted(left.items()) if named.element.owner == name]
        at_once = [one for one in own if 0 <= self._asked.spots[one].first - self._asked.spots[place].last <= 1]
        if any(
            named.element.owner == name and self._asked.returned(self._asked.spots[one].first)
            for one, named in left.items()
        ):
            return
        for one in at_once:
            element = left.pop(one).element
            self._sketch.outs.insert(0, SketchColumn(-1, self._sketch.owner(element), element))
        if not at_once:
            self._sketch.outs.insert(0, SketchColumn(-1, self._sketch.variable(name, 0), None))

    def _by(self, left: dict[int, Named]) -> list[Keyword]:
        """Return the keyword of a group after an aggregate: "by" in "the average fare by cabin"."""
        last = max(out.place for out in self._sketch.outs)
        nouns = {self._asked.spots[place].last for place in (*self._sketch.labels, *self._sketch.properties)}
        for place in sorted((*self._sketch.labels, *left)):
            at = self._asked.spots[place].first - 1
            if at > last and at in nouns and self._asked.tokens[at].lower == "by":
                return [Keyword(self._asked.tokens[at].start, self._asked.tokens[at].end, "by")]
        for at, token in enumerate(self._asked.tokens):
            if token.lower == "by" and period_at(self._asked.tokens, self._asked.spots, at + 1):
                return [Keyword(token.start, token.end, "by")]
        return []

    def _is_regrouped(self, keyword: Keyword, place: int, left: dict[int, Named]) -> bool:
        """Return whether a property of a label is grouped by instead: "of each order, grouped by their status"."""
        others = [
            one for one in self._asked.operations.groups if one is not keyword and one.text.startswith("group")
        ]
        behind = [self._asked.behind(one, (*self._sketch.labels, *left), 5) for one in others]
        label = self._sketch.labels[place].element.name
        return any(one in left and left[one].element.owner == label for one in behind if one is not None)

    def _is_summed(self, label: str) -> bool:
        """Return whether a property of a label is aggregated: "the average size across all battles" is one number."""
        return any(
            out.element is not None and out.element.owner == label and out.summary is not Summary.EACH
            for out in self._sketch.outs
        )
