"""The pattern of a foreign statement during translation: nodes, relationships and conditions, and their tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.methods.attached_teaching.statement_terms import NotTranslatable, Term, day_of
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, Quantifier, ValueTest
from kgqa_neo4j.plans.plan import Move

_ORDERS = (Comparison.LESS, Comparison.AT_MOST, Comparison.GREATER, Comparison.AT_LEAST)


@dataclass(slots=True)
class NodeDraft:
    """A node: its label ("" if unknown so far), its conditions (`branches`), and its alternatives (`either`)."""

    label: str = ""
    branches: list[Branch] = field(default_factory=list)
    either: tuple[Branch, ...] = ()


@dataclass(slots=True)
class EdgeDraft:
    """A relationship from the node `start` to the node `end`, with conditions on its properties."""

    name: str
    start: str
    type: str
    end: str
    facts: list[FactTest] = field(default_factory=list)


class Drafts:
    """The nodes and relationships of one statement, by name."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self.schema = schema
        self.nodes: dict[str, NodeDraft] = {}
        self.edges: dict[str, EdgeDraft] = {}

    def edge(self, name: str, start: str, kinds: list[str], end: str, outward: bool | None) -> None:
        """Add a relationship; `outward` is None if the statement gives no direction.

        Raises:
            NotTranslatable: it may have several types, or its type is not in the graph.
        """
        start_label, end_label = self.nodes[start].label, self.nodes[end].label
        ways = [
            (kind.name, along)
            for kind in self.schema.types
            if not kinds or kind.name in kinds
            for along in ((True, False) if outward is None else (outward,))
            if self._fits((kind.name, along), start_label, end_label)
        ]
        if len({kind for kind, _ in ways}) != 1 or len(kinds) > 1:
            raise NotTranslatable(
                "relationships of several types" if ways else "a relationship that the graph lacks"
            )
        kind, along = ways[0]
        first, last = (start, end) if along else (end, start)
        self.edges[name] = EdgeDraft(name, first, kind, last)

    def _fits(self, way: tuple[str, bool], start: str, end: str) -> bool:
        source, target = (start, end) if way[1] else (end, start)
        return any(
            source in ("", one.source) and target in ("", one.target)
            for one in self.schema.type[way[0]].connections
        )

    def infer_labels(self) -> None:
        """Give a node without a label the only label that a relationship of it allows, if there is only one."""
        for edge in self.edges.values():
            known = self.schema.type[edge.type].connections
            for name, labels in (
                (edge.start, {one.source for one in known}),
                (edge.end, {one.target for one in known}),
            ):
                if not self.nodes[name].label and len(labels) == 1:
                    self.nodes[name].label = next(iter(labels))

    def facts_of(self, term: Term) -> Property:
        """Return the schema's entry for the property of a term.

        Raises:
            NotTranslatable: the graph has no such property.
        """
        if term.owner in self.edges:
            owners = [self.schema.type[self.edges[term.owner].type].properties]
        else:
            label = self.nodes[term.owner].label
            known = [self.schema.label[label]] if label in self.schema.label else list(self.schema.labels)
            owners = [one.properties for one in known]
        found = next((one for some in owners for one in some if one.name == term.key), None)
        if found is None:
            raise NotTranslatable(f"the property {term.key}, which the graph lacks")
        return found

    def test(self, term: Term, comparison: Comparison, value: Constant) -> ValueTest:
        """Return the comparison of a property with a constant, converted to the property's type.

        Raises:
            NotTranslatable: see `facts_of`.
        """
        kind = self.facts_of(term).type
        if isinstance(value, str) and kind.is_time:
            return ValueTest(comparison, day_of(value) or value)
        if isinstance(value, str) and kind is ValueType.NUMBER:
            text = value.replace(",", "")
            if text.lstrip("-").replace(".", "", 1).isdigit():
                number = float(text)
                return ValueTest(comparison, int(number) if number.is_integer() else number)
        if kind is ValueType.TEXT and isinstance(value, int | float):
            return ValueTest(comparison, str(value))
        return ValueTest(comparison, value)

    def hold(self, term: Term, comparison: Comparison, value: Constant) -> None:
        """Add a condition that compares a property with a constant.

        Raises:
            NotTranslatable: see `facts_of`.
        """
        test = self.test(term, comparison, value)
        if term.owner in self.edges:
            self.edges[term.owner].facts.append(FactTest(term.key, test))
            return
        branches = self.nodes[term.owner].branches
        branch = branch_of(term.key, test)
        for place, other in enumerate(branches):
            if (
                other.path == branch.path
                and comparison in _ORDERS
                and all(one.comparison in _ORDERS for one in other.pattern.tests)
                and other.pattern.tests
            ):
                both = (*other.pattern.tests, test)
                branches[place] = replace(other, pattern=Pattern(tests=both))
                return
        branches.append(branch)

    def tree(self, root: str, called: dict[str, str]) -> Pattern:
        """Return the pattern around the node `root`; `called` maps nodes to their names in it.

        Raises:
            NotTranslatable: the relationships form a cycle, or the statement's patterns are not connected.
        """
        seen = {root}
        walked: set[str] = set()
        pattern = self._around(root, called, seen, walked)
        if len(walked) < len(self.edges):
            raise NotTranslatable("unconnected patterns")
        if seen != set(self.nodes):
            raise NotTranslatable("unconnected nodes")
        return pattern

    def ends(self, root: str) -> dict[str, str]:
        """Return, for each relationship, the node that it leads to on the way from `root`."""
        found: dict[str, str] = {}
        waiting = [root]
        while waiting:
            for edge, _, other in self._steps(waiting.pop()):
                if edge.name not in found:
                    found[edge.name] = other
                    waiting.append(other)
        return found

    def _around(self, name: str, called: dict[str, str], seen: set[str], walked: set[str]) -> Pattern:
        draft = self.nodes[name]
        branches = list(draft.branches)
        for edge, move, other in self._steps(name):
            if edge.name in walked:
                continue
            walked.add(edge.name)
            if other in seen:
                raise NotTranslatable("a cycle of relationships")
            seen.add(other)
            inner = self._around(other, called, seen, walked)
            branches.append(Branch((move,), inner, facts=tuple(edge.facts), name=called.get(other, "")))
        return Pattern(label=draft.label, branches=tuple(branches), either=draft.either)

    def _steps(self, name: str) -> Iterator[tuple[EdgeDraft, Move, str]]:
        for edge in self.edges.values():
            if edge.start == name:
                yield edge, Move(edge.type, True), edge.end
            elif edge.end == name:
                yield edge, Move(edge.type, False), edge.start


def branch_of(key: str, test: ValueTest | None) -> Branch:
    """Return a condition on a property: the comparison `test`, or with None that the property exists."""
    path = (Move(property_relation(key), True),)
    if test is None:
        return Branch(path)
    if test.comparison is Comparison.UNEQUAL:
        inner = Pattern(tests=(ValueTest(Comparison.EQUAL, test.value),))
        return Branch(path, inner, Quantifier.NONE)
    return Branch(path, Pattern(tests=(test,)))
