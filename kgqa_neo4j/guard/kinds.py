"""Inference of the kinds of variables and values in an untrusted query: node, relationship, plain value, or unknown.

A returned value of known kind needs no type tests at run time, which take Neo4j long to plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from kgqa_neo4j.guard.checks import CONDITIONS, tokens, trees
from kgqa_neo4j.guard.parsing import Node, name_of

_PLAIN_FUNCTIONS = frozenset(
    {
        "count",
        "size",
        "length",
        "type",
        "abs",
        "round",
        "avg",
        "sum",
        "tofloat",
        "tointeger",
        "tostring",
        "tolower",
    }
    | {
        "toupper",
        "date",
        "date.truncate",
        "duration",
        "duration.between",
        "duration.indays",
        "duration.inmonths",
    }
)
_AS_ARGUMENTS = frozenset({"coalesce", "min", "max"})
_OF_PARTS = frozenset({"sum", "product", "minus", "map", "case", "when", "else"})


class Kind(Enum):
    """The kind of a value. A plain value is no larger than the graph's own values; `ANY` is unknown."""

    NODE = "node"
    FACT = "relationship"
    PLAIN = "plain"
    PLAINS = "list of plain values"
    ANY = "any"


def bound(part: Node) -> dict[str, Kind]:
    """Return the variables that are bound at a query's RETURN, with their kinds, in order."""
    names: dict[str, Kind] = {}
    for clause in trees(part, "match", "unwind", "with"):
        if clause.data == "with":
            names = _passed(next(trees(clause, "items")), names)
        elif clause.data == "unwind":
            names[name_of(next(tokens(clause, "NAME")))] = Kind.ANY
        else:
            for path in trees(clause, "path"):
                names.update(dict.fromkeys(map(name_of, tokens(path, "NAME")), Kind.ANY))
                _match(path, names, repeated=False)
    return names


def kind_of(tree: Node, names: Mapping[str, Kind]) -> Kind:
    """Return the kind of an expression's value, or of an item's expression."""
    kind = str(tree.data)
    if kind in CONDITIONS or kind in ("literal", "parameter", "quantified", "pattern"):
        return Kind.PLAIN
    if kind == "variable":
        return names.get(name_of(next(tokens(tree, "NAME"))), Kind.ANY)
    if kind == "property":
        base = next(trees(tree))
        holder = kind_of(base, names) if base.data in ("variable", "property", "function") else Kind.ANY
        return Kind.ANY if holder in (Kind.ANY, Kind.PLAINS) else Kind.PLAIN
    if kind == "function":
        return _called(tree, names)
    if kind == "subquery":
        return Kind.ANY if next(tokens(tree, "SUBQUERY")).upper() == "COLLECT" else Kind.PLAIN
    if kind == "item":
        return kind_of(next(trees(tree)), names)
    if kind in _OF_PARTS:
        plain = all(kind_of(part, names) is Kind.PLAIN for part in trees(tree))
        return Kind.PLAIN if plain else Kind.ANY
    return Kind.ANY


def _called(tree: Node, names: Mapping[str, Kind]) -> Kind:
    name = next(tokens(tree, "FUNCTION")).lower()
    if name in _PLAIN_FUNCTIONS:
        return Kind.PLAIN
    plain = all(kind_of(argument, names) is Kind.PLAIN for argument in trees(tree))
    if plain and name == "collect":
        return Kind.PLAINS
    return Kind.PLAIN if plain and name in _AS_ARGUMENTS else Kind.ANY


def _passed(items: Node, names: dict[str, Kind]) -> dict[str, Kind]:
    """Return the variables that a WITH passes on, with their kinds."""
    kept = dict(names) if any(tokens(items, "STAR")) else {}
    for item in trees(items, "item"):
        alias = next(tokens(item, "NAME"), None) or passed_on(item)
        if alias:
            kept[name_of(alias)] = kind_of(item, names)
    return kept


def passed_on(item: Node) -> str:
    """Return the variable that an item consists of, "" if it is any other expression or has an alias."""
    if len(item.children) != 1:
        return ""
    return next((str(name) for variable in trees(item, "variable") for name in tokens(variable, "NAME")), "")


def _match(tree: Node, names: dict[str, Kind], *, repeated: bool) -> None:
    """Add the variables of a pattern; in a repeated part they are lists."""
    for part in trees(tree, "node", "inner_node", "step", "group"):
        if part.data == "group":
            _match(part, names, repeated=True)
            continue
        single = Kind.FACT if part.data == "step" else Kind.NODE
        known = not repeated and not any(trees(part, "range", "quantifier"))
        for name in map(name_of, tokens(part, "NAME")):
            # A variable that is already bound to another kind does not become a node or relationship.
            names[name] = single if known and names.get(name, single) is single else Kind.ANY
