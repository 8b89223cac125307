"""Finds nodes by what they share with a named one: "who shares a phone with Ann", "the same address as Ann"."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, Pattern, Term, TermComparison, ValueTest
from kgqa_neo4j.plans.language.things import Kind as ThingKind
from kgqa_neo4j.plans.language.things import Thing, id_of
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.dating import is_years
from kgqa_neo4j.plans.reading.labelled.joining import Variable
from kgqa_neo4j.plans.reading.labelled.sketch import SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind, Named

_SHARE = frozenset({"share", "shares", "shared", "sharing"})
# Minimum score of a verb for what two did, and their number.
_SAID, _TWO = 0.7, 2
_WITH = frozenset({"with", "as", "alongside"})
# First words of questions for those with whom somebody shares something.
_WHOM = frozenset({"with", "who", "whom", "which", "what"})


class Sharing(SketchWriter):
    """Reads one question as a request for nodes that share something with a named node."""

    def share(self) -> bool:
        """Request the nodes that share with a named one what the question says; return whether it says so."""
        tokens, operations = self._asked.tokens, self._asked.operations
        if operations.whether:
            return self._did_together()
        first = next((at for at in range(len(tokens)) if self._begins(at) or self._joins(at)), None)
        if first is None or operations.counts or operations.functions or operations.most:
            return False
        held = self._other(first)
        if held is None:
            return False
        label = held.element.owner
        found = self._commonest(label) if self._joins(first) else None
        alike = self._alike(first, held)
        shared = [] if self._joins(first) or alike else self._shared(first, held)
        if not shared and not alike and found is None:
            return False
        subject = [
            place
            for place, named in self._sketch.labels.items()
            if place not in shared and self._asked.spots[place].first < first and named.element.name == label
        ]
        others = [place for place in self._sketch.labels if place not in (*shared, *subject)]
        if others or not (subject or ((shared or alike) and tokens[0].lower in _WHOM)):
            return False
        if alike:
            self._compare(held, alike, first)
        else:
            self._put(held, shared, first, found)
        return True

    def _did_together(self) -> bool:
        """Request what two named nodes did the same with: "did Ann and Bo ever act together"."""
        held = [one for one in self._asked.filters if one.element.kind is Kind.PROPERTY and not one.counted]
        together = any(token.lower == "together" for token in self._asked.tokens)
        if not together or len(held) != _TWO or len({one.element for one in held}) > 1 or self._sketch.labels:
            return False
        label = held[0].element.owner
        said = [
            ((self._sketch.said_of(move.relation), count), move, end)
            for move, end, count in self._joiner.steps_of(label)
            if end != label and self._sketch.said_of(move.relation) >= _SAID
        ]
        if not said:
            return False
        _, move, end = max(said, key=lambda one: one[0])
        root = Variable(end, 0)
        for one in held:
            name = _held(one.element.name, one.tests)
            root.branches.append(Branch((move.back,), Pattern(label=label, branches=(name,))))
        self._show(root, label)
        self._sketch.used.update(at for at, one in enumerate(self._asked.tokens) if one.lower == "together")
        return True

    def _show(self, root: Variable, *labels: str) -> None:
        """Make `root` the only column, in place of the variables of `labels` and of all mentioned types."""
        self._sketch.order = [one for one in self._sketch.order if one.label not in labels] + [root]
        self._sketch.variables[root.label] = [root]
        self._sketch.root = root
        self._sketch.said = {}
        self._sketch.needed = []
        self._sketch.outs = [SketchColumn(0, root, None)]

    def _begins(self, at: int) -> bool:
        tokens = self._asked.tokens
        same = at and (tokens[at - 1].lower, tokens[at].lower) == ("the", "same")
        return tokens[at].lower in _SHARE or bool(same)

    def _joins(self, at: int) -> bool:
        """Return whether words say that something is found with something else: "together with", "alongside"."""
        said = tuple(token.lower for token in self._asked.tokens[at : at + 2])
        return said[:1] == ("alongside",) or said in (("together", "with"), ("along", "with"))

    def _other(self, first: int) -> Filter | None:
        """Return the constraint on the named node: after "with" or "as", or for "with whom" before what is shared."""
        tokens, fronted = self._asked.tokens, self._asked.tokens[0].lower == "with"
        for one in self._asked.filters:
            begins = self._asked.spots[one.spot].first
            behind = begins > first and tokens[begins - 1].lower in _WITH
            plain = one.element.kind is Kind.PROPERTY and not one.counted and one.against is None
            if plain and (behind or (fronted and begins < first)):
                return one
        return None

    def _shared(self, first: int, held: Filter) -> list[int]:
        """Return the spots of the nouns for what is shared; none if one of them is not joined to the named node."""
        begins = self._asked.spots[held.spot].first
        last = begins if begins > first else len(self._asked.tokens)
        nouns = {*self._sketch.labels, *self._sketch.properties}
        places = [place for place in sorted(nouns) if first < self._asked.spots[place].first < last]
        return places if all(self._step(held.element.owner, place) is not None for place in places) else []

    def _alike(self, first: int, held: Filter) -> list[int]:
        """Return the spots of properties in which nodes equal the named one: "the same birth year as"."""
        begins = self._asked.spots[held.spot].first
        return [
            place
            for place, named in self._sketch.properties.items()
            if (first < self._asked.spots[place].first < begins or self._is_same_year(place, named, first))
            and named.element.kind is Kind.PROPERTY
            and named.element.owner == held.element.owner
        ]

    def _is_same_year(self, place: int, named: Named, first: int) -> bool:
        """Return whether "the same year" means the year of the verb before it: "born in the same year as"."""
        said = [token.lower for token in self._asked.tokens[self._asked.spots[place].last : first + 2]]
        return said == ["in", "the", "same", "year"] and is_years(property_of(self._schema, named.element))

    def _compare(self, held: Filter, alike: Sequence[int], first: int) -> None:
        """Require the same values as those of the named node."""
        label, name = held.element.owner, held.element.name
        value = held.tests[0].value
        other = id_of(Thing(ThingKind.NODE, label, name, str(value)))
        for place in alike:
            move = Move(property_relation(self._sketch.properties.pop(place).element.name), True)
            self._sketch.compared.append(TermComparison(Term((move,)), Comparison.EQUAL, Term((move,), other)))
        root = Variable(label, 0)
        root.branches.append(_held(name, (ValueTest(Comparison.UNEQUAL, value),)))
        self._sketch.used.update(range(first, self._asked.spots[held.spot].last))
        self._show(root, label)

    def _step(self, label: str, place: int) -> Move | None:
        """Return the step to the label of a shared noun; None if that is the same label, or not joined."""
        end = self._label(place)
        return self._sketch.step(self._joiner, label, end) if end != label else None

    def _commonest(self, label: str) -> Move | None:
        """Return the commonest step to another label: things found together are joined to the same node."""
        steps = [(count, move) for move, end, count in self._joiner.steps_of(label) if end != label]
        return max(steps, key=lambda one: one[0])[1] if steps else None

    def _label(self, place: int) -> str:
        """Return the label that a noun names, or that owns the property it names: a "phone number"."""
        named = self._sketch.labels.get(place)
        return named.element.name if named else self._sketch.properties[place].element.owner

    def _put(self, held: Filter, shared: Sequence[int], first: int, found: Move | None) -> None:
        """Require what is shared, and exclude the named node itself."""
        label = held.element.owner
        name = _held(held.element.name, held.tests)
        branches = []
        for place in shared:
            move = self._step(label, place)
            assert move is not None, "what is shared is joined to the named node"
            own = self._sketch.variable(self._label(place), 0)
            back = Branch((move.back,), Pattern(label=label, branches=(name,)))
            branches.append(Branch((move,), Pattern(label=own.label, branches=(*own.branches, back))))
        if found is not None:
            branches.append(Branch((found, found.back), Pattern(label=label, branches=(name,))))
        ends = {self._label(place) for place in shared}
        for place in shared:
            self._sketch.labels.pop(place, None)
            self._sketch.properties.pop(place, None)
        root = Variable(label, 0)
        either = any(token.lower == "or" for token in self._asked.tokens[first:])
        root.branches = (
            [Branch((), Pattern(either=tuple(branches)))] if either and len(branches) > 1 else branches
        )
        root.branches.append(_held(held.element.name, (ValueTest(Comparison.UNEQUAL, held.tests[0].value),)))
        last = self._asked.spots[held.spot].last
        self._sketch.used.update(range(first, max(first + 1, last)))
        self._show(root, label, *ends)


def _held(name: str, tests: tuple[ValueTest, ...]) -> Branch:
    """Return the branch that requires a property to pass tests."""
    return Branch((Move(property_relation(name), True),), Pattern(tests=tests))
