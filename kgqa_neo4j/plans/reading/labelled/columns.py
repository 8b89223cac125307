"""Chooses the columns of the answer: properties and nodes, in addition to counts, aggregates and groups."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.text import identifies
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.labelled.grouping import Grouping
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.question_words import QuestionWords
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.spots import VERBAL, places_of
from kgqa_neo4j.plans.reading.labelled.summing import Summaries
from kgqa_neo4j.plans.reading.labelled.unlabelled import Unlabelled
from kgqa_neo4j.plans.reading.labelled.verbs import is_done_there, is_verb
from kgqa_neo4j.plans.reading.labelled.vocabulary import NUMBERING, Element, Kind, Named, Vocabulary
from kgqa_neo4j.question.directions import PREPOSITIONS
from kgqa_neo4j.question.lexicon import BEING
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.wording import words as split_words

_OF_THEIR = frozenset({"of", "for", "both", "the", "those", "these", "their", "its", "his", "her", "each"})
_WITH_THEIR = [["with", word] for word in ("their", "its", "his", "her", "the")]
_AND_THEIRS = [["and", word] for word in ("their", "its", "his", "her", "the")]
# Maximum token index of the answer noun after a short opening: "which restaurants", "find all restaurants".
_HEAD = 2
# The same after a long opening: "show me a list of all".
_OPENING = 6
# Score from which words are taken to name a type or property.
_SURE = 0.8
# Score below which a word only hints at a property.
_HINTED = 0.7
# Maximum number of characters between words that request more columns and the column.
_NEAR = 12
# Prepositions between a verb and a place.
_PLACED = frozenset({"in", "at"})
_WHAT = frozenset({"what", "which", "how"})
_AND_THEIR = frozenset({"and", ",", "the", "their", "its", "his", "her"})
# Number of columns up to which rows keep their node, and maximum token index of the noun for the rows.
_TWO, _ROWS_FOR = 2, 4


class Columns:
    """Chooses the columns of one question."""

    def __init__(
        self,
        schema: PropertyGraphSchema,
        vocabulary: Vocabulary,
        joiner: Joiner,
        asked: BoundQuestion,
        sketch: Sketch,
    ) -> None:
        self._schema = schema
        self._joiner = joiner
        self._summaries = Summaries(schema, vocabulary, joiner, asked, sketch)
        self._grouping = Grouping(schema, asked, sketch)
        self._unlabelled = Unlabelled(schema, joiner, asked, sketch)
        self._words = QuestionWords(schema, asked, sketch)
        self._asked = asked
        self._sketch = sketch

    def choose(self) -> None:
        """Add the columns that the question asks for."""
        left = {place: one for place, one in self._sketch.properties.items() if not self._is_done_where(place)}
        if self._unlabelled.asks_place() and not self._asked.operations.most:
            # "In what area is it" asks for a place, not for a size.
            left = {
                place: named
                for place, named in left.items()
                if self._asked.spots[place].first > _HEAD or self._is_called(place)
            }
        self._leave_said(left)
        person = self._unlabelled.person()
        someone = person or self._unlabelled.someone()
        aggregated = self._grouping.values_of_many(left)
        aggregated |= self._summaries.counts(left, someone) | self._summaries.functions(left, someone)
        aggregated = aggregated or self._grouping.counts_each(left)
        if (
            self._asked.tokens[0].lower in ("who", "whom")
            and not self._sketch.labels
            and not person
            and not aggregated
            and not left
            and not (self._sketch.chosen and self._sketch.sorting)
        ):
            self._unlabelled.unlabelled()
        elif person and not aggregated and not left:
            self._sketch.outs.append(SketchColumn(-1, self._sketch.variable(person, 0), None))
        elif not aggregated and not left and self._unlabelled.when():
            return
        self._words.ask_whose(person)
        first = min((one.place for one in self._sketch.outs), default=10**6)
        self._summaries.groups(left)
        self._grouping.compares_values()
        for place, named in sorted(left.items()):
            at = self._asked.spots[place].first
            if aggregated and not (at < first or self._asked.returned(at)):
                continue
            if self._sketch.outs and self._asked.operations.counts and self._is_verb(place):
                # "Spend" in "how many minutes did she spend there" does not ask for a price.
                continue
            self._sketch.outs.append(SketchColumn(at, self._sketch.owner(named.element), named.element))
            self._of_both(place, named)
        if not aggregated:
            self._add_of_each()
            self._add_labels(left)
            self._add_listed(left)
            self._add_accompanied(left)
            self._add_questioned(left)
            self._add_doers()
        elif self._asked.operations.groups:
            self._add_grouped()
        self._words.add()
        self._leave_numbers()
        self._show_once()
        self._show_parts()

    def _leave_said(self, left: dict[int, Named]) -> None:
        """Drop a property if its verb only introduces a value of the same nodes: "patients living in Leeds"."""
        held = {
            self._asked.spots[one.spot].first: one.element.owner for one in self._asked.filters if one.spot >= 0
        }
        for place, named in list(left.items()):
            spot = self._asked.spots[place]
            verb = spot.text.lower().endswith(VERBAL) and spot.last - spot.first == 1
            behind = self._asked.tokens[spot.last].lower if spot.last < len(self._asked.tokens) else ""
            if verb and behind in _PLACED and held.get(spot.last + 1) == named.element.owner:
                del left[place]
                self._sketch.note(spot)

    def _leave_numbers(self) -> None:
        """Drop the node after "for" if only a number or code names it: "for every offer give me the buyer"."""
        outs, spots = self._sketch.outs, self._asked.spots
        if len(outs) <= _TWO or self._asked.tokens[0].lower != "for" or any(one.summary for one in outs):
            return
        head = min(self._sketch.labels, default=None)
        if head is None or spots[head].first > _ROWS_FOR:
            return
        label = self._sketch.labels[head].element.name
        naming = self._schema.label[label].naming[:1]
        if not naming or identifies(naming[0]) or NUMBERING.intersection(split_words(naming[0])[-1:]):
            self._sketch.outs = [
                one for one in outs if one.element or one.variable is None or one.variable.label != label
            ]

    def _show_once(self) -> None:
        """Drop the sum of a property that is also a column by itself, because the question names it twice."""
        outs = self._sketch.outs
        plain = {(id(one.variable), one.element) for one in outs if one.element and not one.summary}
        self._sketch.outs = [
            one for one in outs if not (one.summary is Summary.SUM and (id(one.variable), one.element) in plain)
        ]

    def _show_parts(self) -> None:
        """Reduce dates to the part that the question asks for."""
        parts = {named.element: spot.part for spot in self._asked.spots if spot.part for named in spot.named}
        for one in self._sketch.outs:
            if one.element in parts and not one.part:
                one.part = parts[one.element]

    def _is_done_where(self, place: int) -> bool:
        """Return whether a verb that hints at a property only introduces a place: "incorporated in Malta".

        Such a verb counts as explained and makes no column.
        """
        spot = self._asked.spots[place]
        if spot.last - spot.first > 1 or not is_done_there(self._asked.tokens, spot.first):
            return False
        behind = {self._asked.spots[one.spot].first: one.element for one in self._asked.filters}
        where = behind.get(spot.last + 1) or behind.get(spot.last + 2)
        if where is None or property_of(self._schema, where).type is not ValueType.TEXT:
            return False
        self._sketch.note(spot)
        return True

    def _is_verb(self, place: int) -> bool:
        """Return whether a spot is a verb that only hints at a property."""
        spot = self._asked.spots[place]
        return spot.best(Kind.PROPERTY, Kind.FACT) < _HINTED and is_verb(self._asked.tokens, spot)

    def _is_called(self, place: int) -> bool:
        """Return whether a spot is the name of its property, rather than other words for it."""
        return self._asked.spots[place].best(Kind.PROPERTY, Kind.FACT) > _SURE

    def _add_accompanied(self, left: dict[int, Named]) -> None:
        """Add the nodes that are requested together with a property: "the battles of 299 with their type"."""
        head = min(self._sketch.labels, default=None)
        told = [out.place for out in self._sketch.outs if out.element is not None]
        if head is None:
            self._add_bearers(left)
            return
        if not told or self._asked.spots[head].first > _OPENING:
            return
        listed = [self._asked.spots[one].first for one in self._sketch.labels if self._is_listed(one, left)]
        first = min((*told, *listed))
        before = [token.lower for token in self._asked.tokens[max(0, first - 2) : first]]
        with_it = before in _WITH_THEIR or before[-1:] == ["with"] or before in _AND_THEIRS
        if min(told) < self._asked.spots[head].first or not (with_it or self._is_accompanied(head)):
            return
        self._sketch.show(-1, self._sketch.variable(self._sketch.labels[head].element.name, 0))

    def _add_bearers(self, left: dict[int, Named]) -> None:
        """Add the nodes that a noun for a relationship means: "the members of the choir with their role"."""
        owners = {named.element.owner for named in left.values() if named.element.kind is Kind.FACT}
        held = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        for place, spot in enumerate(self._asked.spots):
            kinds = {one.element.name for one in spot.of(Kind.TYPE) if one.score >= _SURE}
            if not (kinds & owners and is_plural(spot.text.lower()) and self._is_with_their(place)):
                continue
            ends = {
                end
                for kind in kinds & owners
                for one in self._schema.type[kind].connections
                for end, other in one.ways
                if other in held and end not in held
            }
            if len(ends) == 1:
                self._sketch.show(-1, self._sketch.variable(ends.pop(), spot.first))
            return

    def _is_with_their(self, place: int) -> bool:
        """Return whether "with their" follows a noun, or the name that follows the noun."""
        spots, tokens = self._asked.spots, self._asked.tokens
        last = spots[place].last
        if place + 1 < len(spots) and spots[place + 1].constant:
            between = [token.lower for token in tokens[last : spots[place + 1].first]]
            last = spots[place + 1].last if set(between) <= _OF_THEIR else last
        return [token.lower for token in tokens[last : last + 2]] in _WITH_THEIR

    def _add_questioned(self, left: dict[int, Named]) -> None:
        """Add the nodes of each question word if there are several: "which judges sit at which court"."""
        asked = [place for place in sorted((*self._sketch.labels, *left)) if self._is_questioned(place)]
        first = min((one.place for one in self._sketch.outs if one.element), default=None)
        # "The titles of her films, and which genres these have".
        asked_last = first is not None and bool(asked) and self._asked.spots[asked[0]].first > first
        for place in asked if len(asked) > 1 or asked_last else ():
            if place in self._sketch.labels:
                variable = self._sketch.variable(self._sketch.labels[place].element.name, 0)
                self._sketch.show(self._asked.spots[place].first, variable)
                self._sketch.once = True

    def _add_doers(self) -> None:
        """Add the agents that a second question asks for: "which boat is the longest, and who owns it"."""
        tokens, head = self._asked.tokens, min(self._sketch.labels, default=None)
        for at in range(1, len(tokens) if head is not None else 0):
            if tokens[at].lower != "who" or tokens[at - 1].lower not in ("and", ","):
                continue
            verb = next((spot for spot in self._asked.spots if spot.first == at + 1), None)
            kinds = [one.element.name for one in verb.of(Kind.TYPE) if one.score >= _SURE] if verb else []
            label = self._sketch.labels[head].element.name if head is not None else ""
            ends = [
                end
                for kind in kinds
                for one in self._schema.type[kind].connections
                for end, other in one.ways
                if other == label != end
            ]
            ends = [end for end in ends if is_person(end)] or ends
            if len(set(ends)) == 1:
                self._sketch.need(kinds[0])
                self._sketch.show(0, self._sketch.variable(label, 0))
                self._sketch.show(at, self._sketch.variable(ends[0], at))

    def _is_questioned(self, place: int) -> bool:
        """Return whether "which" or "what" stands right before a spot and does not begin a relative clause."""
        tokens, at = self._asked.tokens, self._asked.spots[place].first - 1
        if at < 0 or tokens[at].lower not in ("which", "what"):
            return False
        at -= at > 0 and tokens[at - 1].lower in PREPOSITIONS
        nouns = (*self._sketch.labels, *self._sketch.properties)
        return not any(self._asked.spots[one].last == at for one in nouns)

    def _add_grouped(self) -> None:
        """Add the nodes that are requested beside an aggregate for each: "every matter with its court and ..."."""
        for place, named in self._sketch.labels.items():
            variable = self._sketch.variable(named.element.name, 0)
            at = self._asked.spots[place].first
            if not variable.branches and self._asked.returned(at) and self._and_their(at):
                self._sketch.show(at, variable)

    def _add_listed(self, left: dict[int, Named]) -> None:
        """Add the nodes listed together with properties: "give me the buyer, the address and the amount"."""
        for place, named in self._sketch.labels.items():
            variable = self._sketch.variable(named.element.name, 0)
            known = any(out.variable is variable and out.element is None for out in self._sketch.outs)
            if self._is_listed(place, left) and not known and not variable.branches:
                self._sketch.outs.append(SketchColumn(self._asked.spots[place].first, variable, None))

    def _is_listed(self, place: int, left: dict[int, Named]) -> bool:
        """Return whether a comma or "and" joins a label to a following property of another label."""
        last, owner = self._asked.spots[place].last, self._sketch.labels[place].element.name
        behind = next((one for one in sorted(left) if one > place), None)
        if behind is None or left[behind].element.owner == owner:
            return False
        between = [token.lower for token in self._asked.tokens[last : self._asked.spots[behind].first]]
        return bool({",", "and"} & set(between)) and all(word in _AND_THEIR for word in between)

    def _is_accompanied(self, head: int) -> bool:
        """Return whether "with their" or the like, except "with the", follows the answer noun."""
        last = self._asked.spots[head].last
        behind = [token.lower for token in self._asked.tokens[last : last + 2]]
        return behind in _WITH_THEIR and behind[1] != "the"

    def _of_both(self, place: int, named: Named) -> None:
        """Add the same property of a second label: "the account numbers of their cards and loans"."""
        name, owner = named.element.name, named.element.owner
        after = [one for one in sorted(self._sketch.labels) if one > place][:2]
        if len(after) < 2 or named.element.kind is not Kind.PROPERTY:
            return
        first, second = (self._asked.spots[one] for one in after)
        labels = [self._sketch.labels[one].element.name for one in after]
        of = [token.lower for token in self._asked.tokens[self._asked.spots[place].last : first.first]]
        between = [token.lower for token in self._asked.tokens[first.last : second.first]]
        if owner not in labels or labels[0] == labels[1] or not of or of[0] != "of":
            return
        if not all(word in _OF_THEIR for word in of) or not all(word in _AND_THEIR for word in between):
            return
        other = labels[1] if labels[0] == owner else labels[0]
        if any(one.name == name for one in self._schema.label[other].properties):
            element = Element(Kind.PROPERTY, name, other)
            self._sketch.outs.append(SketchColumn(second.first, self._sketch.owner(element), element))

    def _add_labels(self, left: dict[int, Named]) -> None:
        """Add the nodes that are requested themselves."""
        owners = {named.element.owner for named in left.values()}
        free = [place for place in sorted(self._sketch.labels) if not self._calls_name(place)]
        outs = self._sketch.outs
        if not outs:
            head = self._head(free)
            if head is not None:
                named = self._sketch.labels[head]
                outs.append(
                    SketchColumn(
                        self._asked.spots[head].first, self._sketch.variable(named.element.name, 0), None
                    )
                )
            else:
                self._unlabelled.unlabelled()
        for place in free:
            named = self._sketch.labels[place]
            at = self._asked.spots[place].first
            variable = self._sketch.variable(named.element.name, 0)
            if (
                named.element.name in owners
                or any(one.variable is variable for one in outs)
                or variable.branches
            ):
                continue
            if self._and_their(at):
                outs.append(SketchColumn(at, variable, None))

    def _add_of_each(self) -> None:
        """Add the answer nodes beside the nodes that they are grouped by: "events organised by each member"."""
        groups, outs, head = (
            self._asked.operations.groups,
            self._sketch.outs,
            min(self._sketch.labels, default=None),
        )
        grouped = bool(outs) and all(one.place < 0 and not one.element and not one.summary for one in outs)
        if not groups or not grouped or head is None:
            return
        first = self._asked.spots[head].first
        if first < self._asked.at(groups[0]):
            self._sketch.show(first, self._sketch.variable(self._sketch.labels[head].element.name, 0))

    def _calls_name(self, place: int) -> bool:
        """Return whether a noun only introduces the name right after it, in a "which" question about other nodes."""
        spots, named = self._asked.spots, self._sketch.labels[place]
        asks = self._asked.tokens[0].lower in ("which", "what") and spots[place].first > _HEAD
        held = {spots[one.spot].first for one in self._asked.filters if one.element.owner == named.element.name}
        return asks and bool(self._sketch.said) and spots[place].last in held

    def _head(self, places: Sequence[int]) -> int | None:
        """Return the label that is asked for: the first one, or for "who" the first one of persons."""
        tokens = self._asked.tokens
        first = next((one for one in places if self._is_questioned(one)), next(iter(places), None))
        if first is None or tokens[0].lower not in ("who", "whom") or tokens[1].lower in BEING:
            return first
        persons = (one for one in places if is_person(self._sketch.labels[one].element.name))
        return next(persons, first)

    def _and_their(self, at: int) -> bool:
        """Return whether a token follows words that request more columns, directly or in a list."""
        spots = places_of(self._asked.spots)
        token = self._asked.tokens[at]
        for keyword in self._asked.operations.returns:
            if 0 <= token.start - keyword.end <= _NEAR:
                return True
            first = self._asked.at(keyword)
            between = [place for place in range(first, at) if self._asked.tokens[place].start >= keyword.end]
            listed = all(one in spots or self._asked.tokens[one].lower in _AND_THEIR for one in between)
            if token.start >= keyword.end and listed:
                return True
        return False
