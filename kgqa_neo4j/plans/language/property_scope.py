"""The contents of one MATCH over a property graph: variables, edges and conditions; and its path patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.cypher_tree import Expression, Match, Node, PathPattern, Step
from kgqa_neo4j.plans.plan import Move

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(slots=True)
class Variable:
    """A node of a pattern. `name` is only written if `used`; `inline` are properties that must equal parameters;
    `among` are the labels that a node of no known label may have, given the steps from and to it."""

    name: str
    label: str
    used: bool = False
    inline: list[tuple[str, str]] = field(default_factory=list)
    among: tuple[str, ...] = ()


@dataclass(slots=True)
class Edge:
    """A relationship of a pattern, from one variable to another in the order of the walk."""

    start: Variable
    move: Move
    end: Variable
    either: bool = False
    name: str = ""
    used: bool = False


@dataclass(slots=True)
class Scope:
    """The contents of one MATCH, and the clauses `before` it."""

    root: Variable
    edges: list[Edge] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    named: dict[str, tuple[Variable, Edge | None]] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)


class Names:
    """Allocates the names and parameters of one statement."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self._schema = schema
        self._taken: set[str] = set()
        self.parameters: dict[str, Any] = {}

    def variable(self, label: str, reached: str) -> Variable:
        """Return a new variable with the label that the query names, or if that is "", the one that steps reach.

        Raises:
            InputError: the graph has no such label.
        """
        if label and label not in self._schema.label:
            raise InputError(f"the graph has no label {label!r}")
        words = _NOT_PLAIN.sub("", (label or reached or "n").lower())
        return Variable(self.name(words[:1] if words[:1].isalpha() else "n"), label or reached)

    def name(self, letter: str) -> str:
        """Return a name that is not in use yet, from a letter and a number if need be."""
        name, number = letter, 1
        while name in self._taken:
            number += 1
            name = f"{letter}{number}"
        self._taken.add(name)
        return name

    def parameter(self, value: int | float | str | bool | date | list[str], name: str = "") -> str:
        """Add a parameter and return its text; dates are passed as ISO text, which JSON can hold."""
        name = name or f"p{len(self.parameters) + 1}"
        self.parameters[name] = value.isoformat() if isinstance(value, date) else value
        return f"date(${name})" if isinstance(value, date) else f"${name}"


def match_of(scope: Scope, start: Variable, declared: bool = False) -> Match:
    """Return the MATCH of a scope, once everything that uses its variables is known.

    Raises:
        InputError: see `paths`.
    """
    first, *more = paths(scope, start, declared)
    return Match(first, tuple(map(Expression, scope.conditions)), more=tuple(more))


def paths(scope: Scope, start: Variable, declared: bool = False) -> list[PathPattern]:
    """Return the edges of a scope as paths, each as long as possible; if `declared`, `start` is bound outside.

    Raises:
        InputError: some edges cannot be reached from the start.
    """
    left = list(scope.edges)
    met = {start.name} if declared else set()
    ways: list[tuple[Variable, list[Edge]]] = []
    here = [start]
    while left or not ways:
        begin = next((one for one in here if any(edge.start is one for edge in left)), start)
        path: list[Edge] = []
        at = begin
        while (edge := next((one for one in left if one.start is at), None)) is not None:
            path.append(edge)
            left.remove(edge)
            at = edge.end
            here.append(at)
        if not path and left:
            raise InputError("the parts of the pattern are not connected")
        ways.append((begin, path))
    # A variable in several paths needs a name.
    times: dict[str, int] = {}
    for begin, path in ways:
        for one in (begin, *(edge.end for edge in path)):
            times[one.name] = times.get(one.name, 0) + 1
    for begin, path in ways:
        for one in (begin, *(edge.end for edge in path)):
            one.used = one.used or times[one.name] > 1
    patterns = []
    for begin, path in ways:
        first = Node(begin.name) if begin.name in met else _node(begin)
        met.add(begin.name)
        steps = []
        for edge in path:
            end = Node(edge.end.name) if edge.end.name in met else _node(edge.end)
            met.add(edge.end.name)
            steps.append(Step(edge.move.relation, edge.move.outward, end, _shown(edge), edge.either))
        patterns.append(PathPattern(first, tuple(steps)))
    return patterns


def _node(variable: Variable) -> Node:
    return Node(variable.name if variable.used else "", variable.label, tuple(variable.inline))


def _shown(edge: Edge) -> str:
    return edge.name if edge.used else ""
