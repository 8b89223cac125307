"""Adds what a question counts: numbers of nodes, averages of counts, and what has the most of something."""

from __future__ import annotations

import re

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, Pattern, Summary, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.counted import BESIDE, Counted
from kgqa_neo4j.plans.reading.labelled.grouping import Grouping
from kgqa_neo4j.plans.reading.labelled.guessing import doers_of
from kgqa_neo4j.plans.reading.labelled.joining import Joiner, Variable
from kgqa_neo4j.plans.reading.labelled.name_matching import is_agent_noun
from kgqa_neo4j.plans.reading.labelled.operating import Keyword, behind_sign
from kgqa_neo4j.plans.reading.labelled.pairing import followed
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.nouns import singular_of

# Minimum score of a type whose relationships are counted.
_SURE = 0.8
# Minimum score of the name of a stored number.
_CALLED = 0.99
# Phrases that rule out a sum over several relationships.
_ONCE = re.compile(
    r"\b(?:(?:on|in|for|at|with|during|to) (?:a single|one|any one)|at once|at a time|in one go)\b"
)
_ON_AVERAGE = "on average"
_OFTEN = frozenset({"often", "frequently", "commonly", "times"})
_COMMON = frozenset({"common", "frequent", "popular"})
_TOGETHER = frozenset({"total", "altogether", "together", "combined", "overall"})
_LISTING = frozenset({"and", ","})
# Maximum number of tokens before the noun that is asked for.
_ASKED = 2


class Counting(SketchWriter):
    """Adds what one question counts. Removes the properties that it uses from `left`.

    `grouped`: the keyword before the nodes whose counts are averaged; these do not become rows.
    """

    def __init__(
        self, schema: PropertyGraphSchema, joiner: Joiner, asked: BoundQuestion, sketch: Sketch
    ) -> None:
        super().__init__(schema, joiner, asked, sketch)
        self._grouping = Grouping(schema, asked, sketch)
        self._beside = Counted(schema, joiner, asked, sketch)
        self.grouped: Keyword | None = None

    def counts(self, left: dict[int, Named], person: str = "") -> bool:
        """Add what is counted, or sort by it; return whether anything is counted.

        `person` is the label of persons that are asked for without a noun: "who directed the most films".
        """
        found = False
        for keyword, distinct in self._asked.operations.counts:
            place = self._asked.behind(keyword, (*self._sketch.labels, *left), 8)
            at = self._asked.at(keyword)
            if place is None and self._asked.operations.groups and self._is_last(keyword):
                # "Break the members down by plan: how many on each?"
                place, distinct = min(self._sketch.labels, default=None), True
            if place is None and self._is_last(keyword) and self._shows_counted(at):
                found = True
                continue
            if (unit := self._beside.unit(keyword, left)) is not None:
                self._sketch.used.add(unit)
                continue
            if self._beside.steps(keyword, place) or self._beside.doers(keyword):
                found = True
                continue
            if self._beside.parts(keyword, distinct):
                found = found or bool(self._sketch.outs[-1].summary)
                continue
            if place is None and (persons := self._beside.persons(keyword)):
                variable = self._sketch.variable(persons, self._asked.at(keyword) + 1)
                self._sketch.outs.append(SketchColumn(at, variable, None, Summary.COUNT, distinct))
                found = True
                continue
            if place is None and (held := self._held(keyword)) is not None:
                self._sketch.outs.append(SketchColumn(at, None, held, Summary.COUNT, distinct))
                found = True
                continue
            if place is None:
                continue
            if place in self._sketch.labels and self._is_made_of(keyword) and self._average(keyword, place):
                found = True
                continue
            if place in self._sketch.labels:
                variable = self._sketch.variable(self._sketch.labels[place].element.name, 0)
                # "How many times was it watched" counts each time.
                behind = behind_sign(self._asked.tokens, keyword)
                often = [one.lower for one in self._asked.tokens[behind : behind + 1]] == ["times"]
                self._sketch.used.update([behind] if often else [])
                nodes = not (often or keyword.text.endswith("times"))
                self._sketch.outs.append(SketchColumn(at, variable, None, Summary.COUNT, distinct, nodes=nodes))
            elif self._is_stored(left[place]) and self._asked.tokens[at - 1].lower == "by":
                # "The top three by number of followers" is an order by that number.
                continue
            elif not self._is_stored(left[place]) and (done := self._done_to_head(place)) is not None:
                del left[place], self._sketch.properties[place]
                self._sketch.outs.append(SketchColumn(at, done, None, Summary.COUNT, distinct))
            else:
                element = left[place].element
                if property_of(self._schema, element).type is ValueType.NUMBER and self._is_made_of(keyword):
                    # "The average number of hours" is an average.
                    continue
                left.pop(place)
                summary = Summary.COUNT
                if property_of(self._schema, element).type is ValueType.NUMBER and not distinct:
                    # "How many seats", "the number of seats": the number is stored.
                    behind = self._asked.returned(at)
                    listed = self._asked.tokens[at - 1].lower in _LISTING and (bool(left) or behind)
                    several = self._asked.operations.groups or is_of_several(self._schema, self._asked, element)
                    several = several and not listed
                    summary = Summary.SUM if several else Summary.EACH
                self._sketch.outs.append(
                    SketchColumn(at, self._sketch.owner(element), element, summary, distinct)
                )
                found = found or summary is not Summary.EACH
                continue
            found = True
        if (
            self._asked.operations.most
            and not found
            and (
                self._grouping.most_in_period()
                or self._most_common(left)
                or self._count_often()
                or self._grouping.most_of_value(left)
            )
        ):
            found = True
        elif self._asked.operations.most and not found:
            keyword, greatest = self._asked.operations.most
            place = self._asked.behind(keyword, tuple(self._sketch.labels), 5)
            person = person or followed(self._joiner, self._asked, self._sketch, place)
            if self._sort_by_number(keyword, greatest, left, person):
                found = True
            elif place is not None and (person or len(self._sketch.labels) > 1):
                others = [one for one in sorted(self._sketch.labels) if one != place]
                head = others[0] if others else None
                label = self._sketch.labels[place].element.name
                # The followers of a user are other users.
                of = self._sketch.labels[head].element.name if head is not None else person
                again = of == label
                variable = self._sketch.variable(label, self._asked.spots[place].first, again)
                if head is not None:
                    own = [
                        one
                        for one, named in sorted(left.items())
                        if named.element.owner == self._sketch.labels[head].element.name
                    ]
                    if not own:
                        root = self._sketch.variable(self._sketch.labels[head].element.name, 0)
                        self._sketch.outs.append(SketchColumn(0, root, None))
                    for one in own:
                        element = left.pop(one).element
                        self._sketch.outs.append(SketchColumn(0, self._sketch.owner(element), element))
                elif person:
                    root = self._sketch.variable(person, 0)
                    root.place = 0 if again else root.place
                    self._sketch.outs.append(SketchColumn(0, root, None))
                out = SketchColumn(self._asked.at(keyword), variable, None, Summary.COUNT)
                self._sketch.sorting = (out, greatest, self._asked.operations.many or 1)
                found = True
        return found

    def _held(self, keyword: Keyword) -> Element | None:
        """Return the relationship property whose values are counted under a condition: "how many gold medals"."""
        spots, behind = self._asked.spots, behind_sign(self._asked.tokens, keyword)
        for one in self._asked.filters:
            called = spots[one.called] if one.called > one.spot else None
            if called is not None and one.element.kind is Kind.FACT and spots[one.spot].first == behind:
                return one.element
        return None

    def _is_last(self, keyword: Keyword) -> bool:
        """Return whether no noun follows a count keyword: "how many on each?"."""
        behind = [token for token in self._asked.tokens if token.start >= keyword.end and token.kind != "mark"]
        return all(token.lower in FUNCTION_WORDS for token in behind)

    def _is_stored(self, named: Named) -> bool:
        """Return whether a number is stored under just that name: "followers" may be their number."""
        return named.score >= _CALLED and property_of(self._schema, named.element).type is ValueType.NUMBER

    def _shows_counted(self, at: int) -> bool:
        """Show a number that is also a condition: "connected by more than five firms, and by how many"."""
        counted = [one for one in self._sketch.order if id(one) in self._sketch.counted]
        others = [one for one in self._sketch.order if id(one) not in self._sketch.counted]
        if len(counted) != 1 or not others:
            return False
        head = min(others, key=lambda one: one.place)
        self._sketch.outs += [
            SketchColumn(0, head, None),
            SketchColumn(at, counted[0], None, Summary.COUNT, True),
        ]
        return True

    def _done_to_head(self, place: int) -> Variable | None:
        """Return the agents that a plural noun implies for the answer nodes: "movies by number of ratings"."""
        spot = self._asked.spots[place]
        head = min(self._sketch.labels, default=None)
        if head is None:
            return None
        found = doers_of(self._joiner, spot, self._sketch.labels[head].element.name)
        if found is None:
            return None
        kind, label = found
        self._sketch.need(kind)
        return self._sketch.variable(label, spot.first)

    def _sort_by_number(self, keyword: Keyword, greatest: bool, left: dict[int, Named], person: str) -> bool:
        """Sort by the number named right after "most": "who booked the most hours on one case"."""
        place = self._asked.behind(keyword, tuple(left), 2)
        if place is None or property_of(self._schema, left[place].element).type is not ValueType.NUMBER:
            return False
        head = min(self._sketch.labels, default=None)
        first = self._asked.spots[place].first
        own = head is not None and self._asked.spots[head].first < first
        label = self._sketch.labels[head].element.name if head is not None and own else person
        element = left[place].element
        alone = (
            sum(property_of(self._schema, one.element).type is ValueType.NUMBER for one in left.values()) == 1
        )
        if not label or not (element.kind is Kind.FACT or person or len(self._sketch.labels) > 1 or alone):
            return False
        del left[place]
        self._sketch.outs.append(SketchColumn(0, self._sketch.variable(label, 0), None))
        summary = Summary.EACH
        if element.kind is Kind.FACT and not _ONCE.search(
            " ".join(token.lower for token in self._asked.tokens)
        ):
            # Hours on several cases add up.
            summary, self._sketch.hidden = Summary.SUM, True
        out = SketchColumn(self._asked.at(keyword), self._sketch.owner(element), element, summary)
        self._sketch.sorting = (out, greatest, self._asked.operations.many or 1)
        return True

    def _most_common(self, left: dict[int, Named]) -> bool:
        """Sort values by their frequency: "the most common colour", "what make of car is seen most often"."""
        assert self._asked.operations.most is not None
        keyword, greatest = self._asked.operations.most
        after = [token.lower for token in self._asked.tokens[self._asked.at(keyword) + 1 :][:1]]
        place = self._asked_value(left)
        if set(after) & _COMMON:
            behind = self._asked.behind(keyword, (*self._sketch.labels, *left), 3)
            owners = {named.element.name for named in self._sketch.labels.values()}
            if behind is not None and behind + 1 in left and left[behind + 1].element.owner in owners:
                # Skip the label: "the most common vehicle color".
                behind += 1
            place = behind if behind in left else place if behind is None else None
        elif not set(after) & _OFTEN:
            return False
        if place is None:
            return False
        element = left.pop(place).element
        owner = self._sketch.owner(element)
        at = self._asked.spots[place].first
        self._sketch.outs.append(SketchColumn(at, owner, element))
        if owner is not None:
            known = Branch((Move(property_relation(element.name), True),), Pattern())
            owner.branches.append(known)
        out = SketchColumn(self._asked.at(keyword), owner, None if owner else element, Summary.COUNT)
        self._sketch.sorting = (out, greatest, self._asked.operations.many or 1)
        self._sketch.hidden = True
        self._sketch.used.update(range(self._asked.at(keyword), self._asked.at(keyword) + 2))
        return True

    def _asked_value(self, left: dict[int, Named]) -> int | None:
        """Return the property that a question asks for first: "what make of vehicle", "which occupation"."""
        place = min((*left, *self._sketch.labels), default=None)
        if place is None or place not in left:
            return None
        before = [token.lower for token in self._asked.tokens[: self._asked.spots[place].first]]
        return place if before[:1] in (["what"], ["which"]) and len(before) <= _ASKED else None

    def _count_often(self) -> bool:
        """Sort nodes by their number of relationships: "prescribed most often", "has the most orders"."""
        assert self._asked.operations.most is not None
        keyword, greatest = self._asked.operations.most
        after = self._asked.tokens[self._asked.at(keyword) + 1 :][:1]
        head = min(self._sketch.labels, default=None)
        if after and after[0].lower in _COMMON:
            # "The most common genre" asks for a genre.
            head = self._asked.behind(keyword, tuple(self._sketch.labels), 3)
        elif not (after and after[0].lower in _OFTEN) and not self._says_deed(keyword):
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
        self._sketch.outs.append(SketchColumn(0, root, None))
        out = SketchColumn(self._asked.at(keyword), counted, None, Summary.COUNT)
        self._sketch.sorting = (out, greatest, self._asked.operations.many or 1)
        return True

    def _says_deed(self, keyword: Keyword) -> bool:
        """Return whether "the most" precedes a noun for a relationship, or ends the question after its verb."""
        at = self._asked.at(keyword)
        behind = next((spot for spot in self._asked.spots if spot.first == at + 1), None)
        if behind is not None:
            deed = behind.best(Kind.TYPE)
            if is_agent_noun(singular_of(behind.text.lower())):
                # "The most followers" counts agents, not relationships.
                return False
            return deed >= _SURE and deed >= behind.best(Kind.LABEL, Kind.PROPERTY, Kind.FACT)
        verb = next((spot for spot in self._asked.spots if 0 <= at - spot.last <= 1), None)
        return verb is not None and verb.best(Kind.TYPE) >= _SURE and self._is_last(keyword)

    def _average(self, keyword: Keyword, place: int) -> bool:
        """Add an aggregate of counts over the nodes with any: "the average number of visits per person"."""
        label = self._sketch.labels[place].element.name
        others = [one for one in sorted(self._sketch.labels) if one != place]
        groups = [one for one in self._asked.operations.groups if one.start > keyword.end]
        behind = self._asked.behind(groups[0], others, 3) if groups else None
        owner = behind if behind is not None else next((one for one in others if one > place), None)
        if owner is None or self._sketch.variable(label, 0).branches:
            return False
        of = self._sketch.labels[owner].element.name
        move = self._sketch.step(self._joiner, of, label)
        if move is None or of == label or self._speaks_of(move.relation):
            return False
        summary = next(one for made, one, _ in self._asked.operations.functions if self._makes(made, keyword))
        root = self._sketch.variable(of, 0)
        known = self._sketch.variables.pop(label)
        self._sketch.order = [one for one in self._sketch.order if one not in known]
        if move.relation in self._sketch.needed:
            self._sketch.needed.remove(move.relation)
        # "Considering only users with more than two" replaces the minimum of one.
        tests = [self._sketch.counted.pop(id(one)) for one in known if id(one) in self._sketch.counted]
        root.branches.append(Branch((move,), count=next(iter(tests), ValueTest(Comparison.AT_LEAST, 1))))
        self._sketch.outs.append(SketchColumn(self._asked.at(keyword), root, None, summary, counted=move))
        del self._sketch.labels[place]
        self.grouped = groups[0] if behind is not None else None
        return True

    def _speaks_of(self, kind: str) -> bool:
        """Return whether the question mentions properties of a type's relationships."""
        named = [one.element for one in self._sketch.properties.values()]
        facts = [one.owner for one in named if one.kind is Kind.FACT] + [
            owner for owner, _ in self._sketch.facts
        ]
        return kind in facts

    def _is_made_of(self, keyword: Keyword) -> bool:
        """Return whether an aggregate is named right before a count keyword, or by "on average" anywhere."""
        return any(self._makes(one, keyword) for one, _, _ in self._asked.operations.functions)

    def _makes(self, one: Keyword, keyword: Keyword) -> bool:
        return 0 <= keyword.start - one.end <= BESIDE or one.text == _ON_AVERAGE


def is_of_several(schema: PropertyGraphSchema, asked: BoundQuestion, element: Element) -> bool:
    """Return whether a number belongs to several nodes, so that their sum is requested."""
    held = {one.element.owner for one in asked.filters if one.element.kind is Kind.PROPERTY}
    said = [token.lower for token in asked.tokens]
    together = any(word in _TOGETHER for word in said) or "across all" in " ".join(said)
    if element.kind is Kind.FACT:
        ends = [{one.source, one.target} for one in schema.type[element.owner].connections]
        return bool(held) and not any(some <= held for some in ends)
    return together or (bool(held) and element.owner not in held)
