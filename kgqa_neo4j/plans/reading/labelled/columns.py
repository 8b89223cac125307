"""What a question asks for: properties and nodes, beside what is counted, summed up and grouped."""

from __future__ import annotations

from collections.abc import Callable

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Out, Sketch
from kgqa_neo4j.plans.reading.labelled.summing import Summaries
from kgqa_neo4j.plans.reading.labelled.vocabulary import (
    Element,
    Kind,
    Named,
    Vocabulary,
    is_end,
    is_person,
    is_place,
)

_OF_THEIR = frozenset({"of", "for", "both", "the", "their", "its", "his", "her", "each"})
_WITH_THEIR = [["with", word] for word in ("their", "its", "his", "her", "the")]
# Of what stands no further on a question asks by its name: "which restaurants", "find all restaurants".
_HEAD = 2
# The same of words as "show me a list of all".
_OPENING = 6
_HELPERS = frozenset({"do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "can", "will"})
_WITHIN = frozenset({"in", "from", "at", "of", "by", "under", "on", "for"})
_WHO = frozenset({"who", "whom", "whose"})
_EVERYONE = frozenset({"everyone", "everybody", "anyone", "anybody", "people"})
# How well a type is named that says who is asked for.
_SURE = 0.8
# Characters at most between words that ask for more columns and what they ask for.
_NEAR = 12
# Steps at most to the place or the person that a question asks for.
_AROUND = 2
_AND_THEIR = frozenset({"and", ",", "the", "their", "its", "his", "her"})


class Columns:
    """Chooses the columns of one question."""

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
        self._summaries = Summaries(schema, vocabulary, joiner, asked, sketch)
        self._asked = asked
        self._sketch = sketch

    def choose(self) -> None:
        """Add the columns that the question asks for."""
        left = dict(self._sketch.properties)
        if self._asks_place():
            # "In what area is it" asks for no size.
            left = {
                place: named
                for place, named in left.items()
                if self._asked.spots[place].first > _HEAD or self._is_called(place)
            }
        person = self._person()
        aggregated = self._summaries.counts(left, person) | self._summaries.functions(
            left, person or self._someone()
        )
        if (
            self._asked.tokens[0].lower in ("who", "whom")
            and not self._sketch.labels
            and not aggregated
            and not left
        ):
            self._unlabelled()
        elif person and not aggregated and not left:
            self._sketch.outs.append(Out(-1, self._sketch.variable(person, 0), None))
        elif not aggregated and not left and self._when():
            return
        first = min((one.place for one in self._sketch.outs), default=10**6)
        self._summaries.groups(left)
        for place, named in sorted(left.items()):
            at = self._asked.spots[place].first
            if aggregated and not (at < first or self._asked.returned(at)):
                continue
            self._sketch.outs.append(Out(at, self._sketch.owner(named.element), named.element))
            self._of_both(place, named)
        if not aggregated:
            self._add_labels(left)
            self._add_listed(left)
            self._add_accompanied(left)

    def _is_called(self, place: int) -> bool:
        """Return whether a spot is what its property is called, and not only other words for it."""
        return self._asked.spots[place].best(Kind.PROPERTY, Kind.FACT) > _SURE

    def _person(self) -> str:
        """Return the label of the persons that a question asks for without naming it: "who was admitted to a ward"."""
        words = [token.lower for token in self._asked.tokens]
        labels = [named.element.name for named in self._sketch.labels.values()]
        if not labels or any(map(is_person, labels)):
            return ""
        first = self._asked.spots[min(self._sketch.labels)].first
        if words[0] not in _WHO and not any(word in _EVERYONE for word in words[: min(first, _HEAD + 2)]):
            return ""
        said = [
            (score, kind)
            for kind, some in self._sketch.said.items()
            for score, place in some
            if 0 < place <= first and score >= _SURE
        ]
        named = [one.element for one in self._sketch.properties.values()]
        said += [(_SURE, one.owner) for one in named if one.kind is Kind.FACT]
        ends = [
            end
            for _, kind in sorted(said, reverse=True)
            for one in self._schema.type[kind].connections
            for end, other in ((one.source, one.target), (one.target, one.source))
            if other in self._sketch.variables and end not in labels and not is_place(end)
        ]
        if ends or words[0] in _WHO:
            return max(ends, key=is_person, default="")
        return self._commonest_person()

    def _someone(self) -> str:
        """Return the label of the persons whom a question with no label asks for: "who has been here the longest"."""
        if self._asked.tokens[0].lower not in _WHO or self._sketch.labels or self._asked.filters:
            return ""
        return self._commonest_person()

    def _commonest_person(self) -> str:
        """Return the label of the most persons; "" where there is none of persons."""
        persons = [label for label in self._schema.labels if is_person(label.name)]
        return max(persons, key=lambda label: label.count).name if persons else ""

    def _add_accompanied(self, left: dict[int, Named]) -> None:
        """Add the nodes that are asked for with a property: "the battles of 299 with their type"."""
        head = min(self._sketch.labels, default=None)
        if head is None or not left or self._asked.spots[head].first > _OPENING:
            return
        listed = [one for one in self._sketch.labels if self._is_listed(one, left)]
        first = self._asked.spots[min((*left, *listed))].first
        before = [token.lower for token in self._asked.tokens[max(0, first - 2) : first]]
        with_it = before in _WITH_THEIR or before[-1:] == ["with"]
        if min(left) < head or not (with_it or self._is_accompanied(head)):
            return
        variable = self._sketch.variable(self._sketch.labels[head].element.name, 0)
        if not any(out.variable is variable and out.element is None for out in self._sketch.outs):
            self._sketch.outs.insert(0, Out(-1, variable, None))

    def _add_listed(self, left: dict[int, Named]) -> None:
        """Add the nodes that stand in a list with properties: "give me the buyer, the address and the amount"."""
        for place, named in self._sketch.labels.items():
            variable = self._sketch.variable(named.element.name, 0)
            known = any(out.variable is variable and out.element is None for out in self._sketch.outs)
            if self._is_listed(place, left) and not known and not variable.branches:
                self._sketch.outs.append(Out(self._asked.spots[place].first, variable, None))

    def _is_listed(self, place: int, left: dict[int, Named]) -> bool:
        """Return whether a comma or "and" joins a label to a property of another one behind it."""
        last, owner = self._asked.spots[place].last, self._sketch.labels[place].element.name
        behind = next((one for one in sorted(left) if one > place), None)
        if behind is None or left[behind].element.owner == owner:
            return False
        between = [token.lower for token in self._asked.tokens[last : self._asked.spots[behind].first]]
        return bool({",", "and"} & set(between)) and all(word in _AND_THEIR for word in between)

    def _is_accompanied(self, head: int) -> bool:
        """Return whether "with their" stands right behind what is asked for, whatever comes between it and a noun."""
        last = self._asked.spots[head].last
        behind = [token.lower for token in self._asked.tokens[last : last + 2]]
        return behind in _WITH_THEIR and behind[1] != "the"

    def _of_both(self, place: int, named: Named) -> None:
        """Add a property of a second label too: "the account numbers of their cards and loans"."""
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
            self._sketch.outs.append(Out(second.first, self._sketch.owner(element), element))

    def _add_labels(self, left: dict[int, Named]) -> None:
        """Add the nodes that are asked for themselves."""
        owners = {named.element.owner for named in left.values()}
        free = sorted(self._sketch.labels)
        outs = self._sketch.outs
        if not outs:
            head = next(iter(free), None)
            if head is not None:
                named = self._sketch.labels[head]
                outs.append(
                    Out(self._asked.spots[head].first, self._sketch.variable(named.element.name, 0), None)
                )
            else:
                self._unlabelled()
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
                outs.append(Out(at, variable, None))

    def _unlabelled(self) -> None:
        """Add what a type leads to where no label says what is asked for: "who directed X", "which bars ..."."""
        first = self._asked.tokens[0].lower
        if (first == "where" or self._asks_place()) and (place := self._next_to(is_place)):
            self._sketch.outs.append(Out(0, self._sketch.variable(place, 0), None))
            self._sketch.guessed = True
            return
        if self._asked.tokens[0].lower in ("which", "what", "list", "find", "show"):
            for held in self._asked.filters:
                spot = self._asked.spots[held.spot]
                helped = self._asked.tokens[spot.first - 1].lower in _HELPERS | _WITHIN
                known = held.element.owner in self._sketch.variables
                if spot.first <= _HEAD and known and not spot.quoted and not helped:
                    self._sketch.outs.append(Out(0, self._sketch.variable(held.element.owner, 0), None))
                    return
        if self._asked.doing.whether and self._sketch.order:
            self._sketch.outs.append(Out(0, self._sketch.order[0], None))
            return
        if self._add_counting():
            return
        tied = {kind for tie in self._sketch.ties.values() for kind in tie.kinds}
        kinds = [kind for kind in self._sketch.said if kind not in tied] or list(self._sketch.said)
        for kind in sorted(kinds, key=self._sketch.said_of, reverse=True):
            for one in self._schema.type[kind].connections:
                variables = self._sketch.variables
                if first in _WHO and self._is_person_there(one.source, one.target):
                    continue
                if one.target in variables:
                    named = one.source in variables and self._is_named(one.source)
                    variable = self._sketch.variable(one.source, 0, named)
                elif one.source in variables:
                    variable = self._sketch.variable(one.target, 0)
                    # "Everything that she watched" are films and series.
                    ends = {
                        other.target
                        for other in self._schema.type[kind].connections
                        if other.source == one.source
                    }
                    variable.wide = first not in _WHO and len(ends) > 1
                else:
                    continue
                self._sketch.outs.append(Out(0, variable, None))
                return
        if first in _WHO and self._sketch.order and not is_person(self._sketch.order[0].label):
            person = self._next_to(is_person)
            if person:
                self._sketch.outs.append(Out(0, self._sketch.variable(person, 0), None))
                self._sketch.guessed = True
                return
        if self._sketch.order:
            self._sketch.outs.append(Out(0, self._sketch.root or self._sketch.order[0], None))

    def _is_person_there(self, source: str, target: str) -> bool:
        """Return whether of two labels that of a person is spoken of already, and the other is none of persons."""
        known = [one for one in (source, target) if one in self._sketch.variables]
        others = {source, target} - set(known)
        return any(map(is_person, known)) and not any(map(is_person, others)) and bool(others)

    def _add_counting(self) -> bool:
        """Add what has as many of something, where no label says it: "which items were reviewed at least twice"."""
        order = self._sketch.order
        if len(order) != 1 or id(order[0]) not in self._sketch.counted:
            return False
        persons = self._asked.tokens[0].lower in _WHO
        ends = [
            (count, end)
            for _, end, count in self._joiner.steps_of(order[0].label)
            if end != order[0].label and is_person(end) is persons
        ]
        if not ends:
            return False
        self._sketch.outs.append(Out(0, self._sketch.variable(max(ends)[1], 0), None))
        self._sketch.guessed = True
        return True

    def _asks_place(self) -> bool:
        """Return whether a question asks for a place by a noun for one: "in what area is ..."."""
        words = [token.lower for token in self._asked.tokens[:4]]
        words = words[1:] if words[0] in ("in", "at", "on", "to") else words
        return words[0] in ("what", "which") and len(words) > 1 and is_place(words[1])

    def _next_to(self, fits: Callable[[str], bool]) -> str:
        """Return the label that fits among those nearest to the nodes there are, two steps away at most; "" if none."""
        labels = [one.label for one in self._sketch.order]
        for _ in range(_AROUND):
            steps = [step for label in labels for step in self._joiner.steps_of(label)]
            found = [(count, end) for _, end, count in steps if fits(end) and end not in self._sketch.variables]
            if found:
                return max(found)[1]
            labels = [end for _, end, _ in steps]
        return ""

    def _is_named(self, label: str) -> bool:
        """Return whether the question names the node of a label, so that it does not ask for it."""
        naming = self._schema.label[label].naming
        return any(one.element.owner == label and one.element.name in naming for one in self._asked.filters)

    def _when(self) -> bool:
        """Add when it was, for "when did X visit Y": the first time that the relationships said, or nodes, have."""
        if self._asked.tokens[0].lower != "when":
            return False
        for kind in sorted(self._sketch.said, key=self._sketch.said_of, reverse=True):
            times = [one for one in self._schema.type[kind].properties if one.type.is_time]
            begins = [one for one in times if not is_end(one.name)] or times
            if begins:
                self._sketch.need(kind)
                self._sketch.outs.append(Out(0, None, Element(Kind.FACT, begins[0].name, kind)))
                return True
        return False

    def _and_their(self, at: int) -> bool:
        """Return whether a spot stands behind words that ask for more columns, alone or in a list."""
        spots = {place for one in self._asked.spots for place in range(one.first, one.last)}
        token = self._asked.tokens[at]
        for sign in self._asked.doing.returns:
            if 0 <= token.start - sign.end <= _NEAR:
                return True
            first = self._asked.at(sign)
            between = [place for place in range(first, at) if self._asked.tokens[place].start >= sign.end]
            listed = all(one in spots or self._asked.tokens[one].lower in _AND_THEIR for one in between)
            if token.start >= sign.end and listed:
                return True
        return False
