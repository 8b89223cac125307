"""Typed syntax tree of read-only Cypher statements; `str` of a part is its text.

Identifiers are quoted here and nowhere else, and constants are parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import indent
from typing import Self

from kgqa_neo4j.store.schema import quote

# Names that need no quotes as a label, a type or a property, even if they are keywords.
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def identifier(name: str) -> str:
    """Return the name of a label, type or property as it is written in a statement: quoted, unless it is a plain word.

    Raises:
        InputError: it is empty, or contains a NUL character.
    """
    return name if _PLAIN.fullmatch(name) else quote(name)


@dataclass(frozen=True, slots=True)
class Node:
    """``(name:Label {property: $parameter})``; `properties` are pairs of a property and a parameter with its ``$``.

    The node must not have the label `without`.
    """

    name: str
    label: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    without: str = ""

    def __str__(self) -> str:
        labels = [identifier(self.label)] if self.label else []
        labels += [f"!{identifier(self.without)}"] if self.without else []
        text = f"{self.name}{':' + '&'.join(labels) if labels else ''}"
        if self.properties:
            text += " {" + ", ".join(f"{identifier(name)}: {value}" for name, value in self.properties) + "}"
        return f"({text.strip()})"


@dataclass(frozen=True, slots=True)
class Step:
    """``-[name:type]->(end)``, reversed unless `outward`, without a direction if `either`."""

    type: str
    outward: bool
    end: Node
    name: str = ""
    either: bool = False

    def __str__(self) -> str:
        relationship = f"-[{self.name}:{identifier(self.type)}]-"
        if self.either:
            return f"{relationship}{self.end}"
        return f"{relationship}>{self.end}" if self.outward else f"<{relationship}{self.end}"


@dataclass(frozen=True, slots=True)
class PathPattern:
    """A node and steps from it; `name` is the variable of the whole path, if needed."""

    start: Node
    steps: tuple[Step, ...] = ()
    name: str = ""

    def __str__(self) -> str:
        return (f"{self.name} = " if self.name else "") + "".join(map(str, (self.start, *self.steps)))


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression whose operators bind at least as tightly as a comparison."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class HasId(Expression):
    """``name.id IN $ids``: the condition that a variable is one of some known entities."""

    name: str

    @classmethod
    def of(cls, name: str, ids: str) -> Self:
        """Return the condition for a variable and a parameter with its ``$``."""
        return cls(f"{name}.id IN {ids}", name)


@dataclass(frozen=True, slots=True)
class Match:
    """``MATCH pattern, more WHERE conditions``; all conditions must hold, and no relationship is matched twice."""

    pattern: PathPattern
    conditions: tuple[Expression, ...] = ()
    optional: bool = False
    more: tuple[PathPattern, ...] = ()

    def __str__(self) -> str:
        word = "OPTIONAL MATCH" if self.optional else "MATCH"
        where = f" WHERE {conjunction(self.conditions)}" if self.conditions else ""
        return f"{word} {', '.join(map(str, (self.pattern, *self.more)))}{where}"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that is neither a match nor a subquery: ``WITH``, ``RETURN``, ``UNWIND``."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Subquery:
    """``CALL (variables) { one UNION ALL another }``."""

    variables: tuple[str, ...]
    parts: tuple[Body, ...]

    def __str__(self) -> str:
        inside = "\nUNION ALL\n".join(map(str, self.parts))
        return f"CALL ({', '.join(self.variables)}) {{\n{indent(inside, '  ')}\n}}"


@dataclass(frozen=True, slots=True)
class Body:
    """A sequence of clauses."""

    clauses: tuple[Match | Clause | Subquery, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.clauses))


def conjunction(conditions: Iterable[Expression]) -> str:
    """Return the conjunction of conditions."""
    return " AND ".join(map(str, conditions))


def exists(body: Body) -> Expression:
    """Return the condition that a subquery finds anything."""
    return Expression(f"EXISTS {{ {_inline(body)} }}")


def counted(body: Body) -> Expression:
    """Return the expression for the number of rows that a subquery finds."""
    return Expression(f"COUNT {{ {_inline(body)} }}")


def share(name: str, fits: str, whole: float) -> str:
    """Return the expression for the share of the nodes `name` that meet the condition `fits`; `whole` means all."""
    return f"{whole} * count(DISTINCT CASE WHEN {fits} THEN {name} END) / nullIf(count(DISTINCT {name}), 0)"


def negated(*conditions: Expression) -> Expression:
    """Return the negation of a conjunction."""
    text = conjunction(conditions)
    return Expression(
        f"NOT {text}" if len(conditions) == 1 and text.startswith("EXISTS {") else f"NOT ({text})"
    )


def _inline(body: Body) -> str:
    return " ".join(map(str, body.clauses))
