"""Finds what a question asks for if no label names it: "who was admitted", "when did X visit Y", "which bars ..."."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.costs import ABOUT_ONE
from kgqa_neo4j.plans.reading.labelled.date_parts import ARRIVING, LEAVING
from kgqa_neo4j.plans.reading.labelled.joining import Variable
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person, is_place
from kgqa_neo4j.plans.reading.labelled.sketch import SketchColumn
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, is_end, says_role
from kgqa_neo4j.question.lexicon import BEING, KINDS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import is_participle

# Maximum token index of a value that stands for the requested nodes: "which restaurants", "find all restaurants".
_HEAD = 2
_HELPERS = frozenset({"do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "can", "will"})
_WITHIN = frozenset({"in", "from", "at", "of", "by", "under", "on", "for"})
_WHO = frozenset({"who", "whom", "whose"})
_EVERYONE = frozenset({"everyone", "everybody", "anyone", "anybody", "people"})
# Minimum score of a type that determines the requested persons.
_SURE = 0.8
# Minimum score of a verb for what persons do.
_DONE = 0.7
# Maximum token index of the name after "who else besides".
_BESIDES = 4
# Index of the verb after "who".
_VERB = 1
# An index far from all tokens, for the type of "whose": it modifies no other node.
_ASIDE = -9
# Minimum share of a label's nodes that have a maker.
_EACH = 0.5
# Maximum steps to the place or the person that a question asks for.
_AROUND = 2


def asks_day(words: Sequence[str]) -> bool:
    """Return whether the first words of a question ask when something was: "on what day", "which year"."""
    words = words[1:] if words and words[0] in ("on", "in", "at") else words
    return len(words) > 1 and words[0] in ("what", "which") and singular_of(words[1]) in KINDS["time"]


@dataclass(frozen=True, slots=True)
class Authorship:
    """How persons make the nodes of a label: the type, the persons' label, and the step from them."""

    kind: str
    person: str
    move: Move


def made_by(schema: PropertyGraphSchema, label: str) -> Authorship | None:
    """Return the only type by which most nodes of a label have one maker, with that person's label."""
    found = {
        Authorship(kind.name, one.source if arrives else one.target, Move(kind.name, arrives))
        for kind in schema.types
        for one in kind.connections
        for arrives, fan in ((True, kind.fan_in), (False, kind.fan_out))
        if (one.target if arrives else one.source) == label
        and is_person(one.source if arrives else one.target)
        and 0 < fan <= ABOUT_ONE
        and one.count >= _EACH * schema.label[label].count
    }
    return found.pop() if len(found) == 1 else None


class Unlabelled(SketchWriter):
    """Finds what one question asks for without naming its label."""

    def person(self) -> str:
        """Return the label of the persons requested without being named: "who was admitted to a ward"; "" for none."""
        words = [token.lower for token in self._asked.tokens]
        labels = [named.element.name for named in self._sketch.labels.values()]
        if words[0] in _WHO and (others := self._excepted()):
            return others
        if not labels or any(map(is_person, labels)):
            return ""
        head = min(self._sketch.labels)
        first = self._asked.spots[head].first
        if words[0] == "whose" and first == 1 and len(self._sketch.labels) == 1:
            return self._maker_of(self._sketch.labels[head].element.name, _ASIDE)
        if words[0] not in _WHO and not any(word in _EVERYONE for word in words[: min(first, _HEAD + 2)]):
            return ""
        said = [
            (score, kind, place < first)
            for kind, some in self._sketch.said.items()
            for score, place in some
            if 0 < place <= first and score >= (_DONE if set(words[1:place]) <= _HELPERS else _SURE)
        ]
        named = [one.element for one in self._sketch.properties.values()]
        said += [(_SURE, one.owner, True) for one in named if one.kind is Kind.FACT]
        ends = [
            (end, verb)
            for _, kind, verb in sorted(said, reverse=True)
            for one in self._schema.type[kind].connections
            for end, other in one.ways
            if other in self._sketch.variables and end not in labels and not is_place(end)
        ]
        verbs = (kind for _, kind, verb in sorted(said, reverse=True) if verb)
        if not ends and (doer := self._doing_around(verbs)):
            return doer
        if ends or words[0] in _WHO:
            end = max(ends, key=lambda one: is_person(one[0]), default=("", True))[0]
            if end and not is_person(end):
                # Types that the first noun mentions do not count: "comments" does not tell what they are on.
                end = next((one for one, verb in ends if verb), "")
            if end and (is_person(end) or made_by(self._schema, end) is None):
                return end
            return self._maker_of(end) if end else self._maker_of_head(first)
        return self._commonest_person()

    def _excepted(self) -> str:
        """Return the label of a named person whom the question excludes: "who besides Ann borrowed it"; "" for none."""
        for one in self._asked.filters:
            person, begins = one.element.owner, self._asked.spots[one.spot].first <= _BESIDES
            others = one.tests[0].comparison is Comparison.UNEQUAL
            if others and begins and is_person(person) and self._is_named(person):
                return person
        return ""

    def _doing_around(self, kinds: Iterable[str]) -> str:
        """Return the persons who do what verbs say to neighbors of the query's nodes: who borrowed copies of a book."""
        around = {end for label in self._sketch.variables for _, end, _ in self._joiner.steps_of(label)}
        found = (
            one.source
            for kind in kinds
            for one in self._schema.type[kind].connections
            if is_person(one.source) and one.target in around
        )
        return next(found, "")

    def _maker_of_head(self, first: int) -> str:
        """Return the label of the persons who made the nodes named first: "who has left comments on it"."""
        verb = self._asked.tokens[1].lower
        if verb in BEING or (first < _VERB + 1 and not (first == _VERB and is_participle(verb))):
            # "Who tweeted" asks for those who made the tweets.
            return ""
        return self._maker_of(self._sketch.labels[min(self._sketch.labels)].element.name)

    def _maker_of(self, label: str, place: int = 0) -> str:
        """Return the label of the persons who made nodes of a label, and require the type by which they made them."""
        made = made_by(self._schema, label)
        if made is None:
            return ""
        kind, person = made.kind, made.person
        self._sketch.need(kind, place)
        self._sketch.variable(label, 0)
        named = self._sketch.variables.get(person, [])
        variable = self._sketch.variable(person, 0, bool(named) and bool(named[0].branches))
        variable.roles.add(kind)
        self._sketch.variables[person] = [variable, *(one for one in named if one is not variable)]
        return person

    def someone(self) -> str:
        """Return the label of the persons requested without any label or constant: "who has been here the longest"."""
        if self._asked.tokens[0].lower not in _WHO or self._sketch.labels or self._asked.filters:
            return ""
        return self._commonest_person()

    def _commonest_person(self) -> str:
        """Return the largest label of persons, preferably of agents of a mentioned type; "" if there is none."""
        persons = [label for label in self._schema.labels if is_person(label.name)]
        facts = [one.element.owner for one in self._sketch.properties.values() if one.element.kind is Kind.FACT]
        said = {kind for kind in self._sketch.said if self._sketch.said_of(kind) >= _DONE} | set(facts)
        operations = {one.source for kind in said for one in self._schema.type[kind].connections}
        persons = [label for label in persons if label.name in operations] or persons
        return max(persons, key=lambda label: label.count).name if persons else ""

    def unlabelled(self) -> None:
        """Add what a type leads to, if no label names what is requested: "who directed X", "which bars ..."."""
        first = self._asked.tokens[0].lower
        if (first == "where" or self.asks_place()) and (place := self._next_to(is_place)):
            self._sketch.outs.append(SketchColumn(0, self._sketch.variable(place, 0), None))
            self._sketch.guessed = True
            return
        if self._asked.tokens[0].lower in ("which", "what", "list", "find", "show"):
            for held in self._asked.filters:
                spot = self._asked.spots[held.spot]
                helped = self._asked.tokens[spot.first - 1].lower in _HELPERS | _WITHIN
                known = held.element.owner in self._sketch.variables
                told = (
                    known
                    and self._is_named(held.element.owner)
                    and spot.text.lower() != str(held.tests[0].value).lower()
                )
                if spot.first <= _HEAD and known and not spot.quoted and not helped and not told:
                    self._sketch.outs.append(
                        SketchColumn(0, self._sketch.variable(held.element.owner, 0), None)
                    )
                    return
        if self._asked.operations.whether and self._sketch.order:
            self._sketch.outs.append(SketchColumn(0, self._sketch.order[0], None))
            return
        if self._add_counting():
            return
        if self._add_role():
            return
        tied = {kind for tie in self._sketch.ties.values() for kind in tie.kinds}
        kinds = [kind for kind in self._sketch.said if kind not in tied] or list(self._sketch.said)
        for kind in sorted(kinds, key=self._sketch.said_of, reverse=True):
            for one in self._schema.type[kind].connections:
                variables = self._sketch.variables
                if first in _WHO and self._is_person_there(one.source, one.target):
                    continue
                known = self._is_named(one.source) and one.source in variables
                if one.target in variables and not (known and not self._is_named(one.target)):
                    # Those whom the mentioned people report to are other people.
                    again = one.source == one.target or self._is_named(one.source)
                    variable = self._sketch.variable(one.source, 0, one.source in variables and again)
                elif one.source in variables:
                    variable = self._sketch.variable(one.target, 0)
                    # "Everything that she watched" includes films and series.
                    ends = {
                        other.target
                        for other in self._schema.type[kind].connections
                        if other.source == one.source
                    }
                    variable.wide = first not in _WHO and len(ends) > 1
                else:
                    continue
                self._sketch.outs.append(SketchColumn(0, self._maker(variable, kind) or variable, None))
                return
        if first in _WHO and self._sketch.order and not is_person(self._sketch.order[0].label):
            if self._add_doer_around(kinds):
                return
            person = self._next_to(is_person)
            if person:
                self._sketch.outs.append(SketchColumn(0, self._sketch.variable(person, 0), None))
                self._sketch.guessed = True
                return
        if self._sketch.order:
            # "German goalkeepers" are persons, not the team that is named.
            nameless = (one for one in self._sketch.order if not self._is_named(one.label))
            asked = next(nameless, self._sketch.order[0])
            self._sketch.outs.append(SketchColumn(0, self._sketch.root or asked, None))

    def _add_doer_around(self, kinds: Sequence[str]) -> bool:
        """Add the agents of a verb that concerns neighbors of a named node: "who borrowed X" borrowed its copies."""
        for kind in kinds:
            if self._sketch.said_of(kind) >= _SURE and (doer := self._doing_around([kind])):
                self._sketch.need(kind)
                self._sketch.outs.append(SketchColumn(0, self._sketch.variable(doer, 0), None))
                return True
        return False

    def _maker(self, made: Variable, kind: str) -> Variable | None:
        """Return the makers of the agents of a type, for "who": those who gave the answers to something."""
        if self._asked.tokens[0].lower not in _WHO or is_person(made.label) or is_place(made.label):
            return None
        found = made_by(self._schema, made.label)
        if found is None or found.kind == kind:
            return None
        self._sketch.need(kind)
        self._sketch.need(found.kind)
        person = self._sketch.variable(found.person, 0, found.person in self._sketch.variables)
        person.roles.add(found.kind)
        return person

    def _add_role(self) -> bool:
        """Add the role of somebody in a relationship whose ends are both named: "who does Ann play in Heat"."""
        for kind in sorted(self._sketch.said, key=self._sketch.said_of, reverse=True):
            roles = [one.name for one in self._schema.type[kind].properties if says_role(one.name)]
            ends = [{one.source, one.target} for one in self._schema.type[kind].connections]
            both = any(
                some <= self._sketch.variables.keys() and all(map(self._is_named, some)) for some in ends
            )
            if len(roles) == 1 and both and self._sketch.said_of(kind) >= _DONE:
                self._sketch.need(kind)
                self._sketch.outs.append(SketchColumn(0, None, Element(Kind.FACT, roles[0], kind)))
                return True
        return False

    def _is_person_there(self, source: str, target: str) -> bool:
        """Return whether one of two labels is of persons and in the query, and the other is neither."""
        known = [one for one in (source, target) if one in self._sketch.variables]
        others = {source, target} - set(known)
        return any(map(is_person, known)) and not any(map(is_person, others)) and bool(others)

    def _add_counting(self) -> bool:
        """Add the nodes with the required number of others: "which items were reviewed at least twice"."""
        order = self._sketch.order
        if len(order) != 1 or id(order[0]) not in self._sketch.counted:
            return False
        words = [token.lower for token in self._asked.tokens[: _HEAD + 2]]
        persons = words[0] in _WHO or not _EVERYONE.isdisjoint(words)
        ends = [
            (count, end)
            for _, end, count in self._joiner.steps_of(order[0].label)
            if end != order[0].label and is_person(end) is persons
        ]
        if not ends:
            return False
        self._sketch.outs.append(SketchColumn(0, self._sketch.variable(max(ends)[1], 0), None))
        self._sketch.guessed = not persons or len({end for _, end in ends}) > 1
        return True

    def asks_place(self) -> bool:
        """Return whether a question starts by asking for a noun for a place: "in what area is ..."."""
        words = [token.lower for token in self._asked.tokens[:4]]
        words = words[1:] if words[0] in ("in", "at", "on", "to") else words
        return words[0] in ("what", "which") and len(words) > 1 and is_place(words[1])

    def _next_to(self, fits: Callable[[str], bool]) -> str:
        """Return the commonest fitting label nearest to the query's nodes, at most two steps away; "" for none."""
        labels = [one.label for one in self._sketch.order]
        for _ in range(_AROUND):
            steps = [step for label in labels for step in self._joiner.steps_of(label)]
            found = [(count, end) for _, end, count in steps if fits(end) and end not in self._sketch.variables]
            if found:
                return max(found)[1]
            labels = [end for _, end, _ in steps]
        return ""

    def _is_named(self, label: str) -> bool:
        """Return whether the question names a node of a label, and so does not ask for it."""
        naming = self._schema.label[label].naming
        return any(one.element.owner == label and one.element.name in naming for one in self._asked.filters)

    def _joining(self) -> list[str]:
        """Return the types that join two named nodes."""
        held = [one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY]
        return [
            kind.name
            for kind in self._schema.types
            if any(
                one.source in held
                and one.target in held
                and (one.source != one.target or held.count(one.source) > 1)
                for one in kind.connections
            )
        ]

    def when(self) -> bool:
        """Add a date of the mentioned relationships for "when did X visit Y": the end for "left", else the start."""
        words = [token.lower for token in self._asked.tokens[:3]]
        if words[0] != "when" and not asks_day(words):
            return False
        said = {at: token.lower for at, token in enumerate(self._asked.tokens)}
        ends = not LEAVING.isdisjoint(said.values())
        for kind in (*sorted(self._sketch.said, key=self._sketch.said_of, reverse=True), *self._joining()):
            times = [one for one in self._schema.type[kind].properties if one.type.is_time]
            begins = [one for one in times if is_end(one.name) is ends] or times
            if begins:
                self._sketch.need(kind)
                self._sketch.outs.append(SketchColumn(0, None, Element(Kind.FACT, begins[0].name, kind)))
                self._sketch.used.update(at for at, word in said.items() if word in LEAVING | ARRIVING)
                return True
        return False
