"""What the names and values of a foreign query plainly are, by its tree: nodes, plain values, or anything.

What is plain needs no look at what it is when it is returned, which Neo4j takes long to plan.
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
    """What a value is: a node, one of no more size than the graph's own values, a list of these, or unknown."""

    NODE = "node"
    FACT = "relationship"
    PLAIN = "plain"
    PLAINS = "list of plain values"
    ANY = "any"


def bound(part: Node) -> dict[str, Kind]:
    """Return the names that a query has bound before it returns, with what they are, in order."""
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
    """Return what the value of a tree is, or of an item whose only tree it is."""
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
    """Return the names that a WITH passes on."""
    kept = dict(names) if any(tokens(items, "STAR")) else {}
    for item in trees(items, "item"):
        alias = next(tokens(item, "NAME"), None) or passed_on(item)
        if alias:
            kept[name_of(alias)] = kind_of(item, names)
    return kept


def passed_on(item: Node) -> str:
    """Return the name that an item passes on as it is, "" if it is anything else."""
    if len(item.children) != 1:
        return ""
    return next((str(name) for variable in trees(item, "variable") for name in tokens(variable, "NAME")), "")


def _match(tree: Node, names: dict[str, Kind], *, repeated: bool) -> None:
    """Add the names of a pattern; in what is repeated they stand for lists."""
    for part in trees(tree, "node", "inner_node", "step", "group"):
        if part.data == "group":
            _match(part, names, repeated=True)
            continue
        single = Kind.FACT if part.data == "step" else Kind.NODE
        known = not repeated and not any(trees(part, "range", "quantifier"))
        for name in map(name_of, tokens(part, "NAME")):
            # A name that is something else already makes no node of it.
            names[name] = single if known and names.get(name, single) is single else Kind.ANY
