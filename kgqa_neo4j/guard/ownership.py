"""Check that the properties in an untrusted statement belong to the labels and types that they are read from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kgqa_neo4j.attached.model import Label, PropertyGraphSchema, RelationshipType
from kgqa_neo4j.guard.checks import tokens, trees, walk
from kgqa_neo4j.guard.directions import labels_by_variable
from kgqa_neo4j.guard.parsing import Node, name_of, text_of
from kgqa_neo4j.model.errors import CypherRefused, Refusal

_SHOWN = 12


def check_properties(part: Node, schema: PropertyGraphSchema) -> None:
    """Check the properties in a query against those of their labels and types in the schema.

    Raises:
        CypherRefused: a label or type lacks a property; the message lists those that it has.
    """
    for owners, key in properties_with_owners(part):
        known: list[Label | RelationshipType] = [schema.label[one] for one in owners if one in schema.label]
        known += [schema.type[one] for one in owners if one in schema.type]
        names = list(dict.fromkeys(one.name for owner in known for one in owner.properties))
        if known and key not in names:
            has = ", ".join(names[:_SHOWN]) or "none"
            of = " or ".join(sorted(owners))
            raise CypherRefused(Refusal.PROPERTY, f"{of} has no property {key}; there are: {has}")


def properties_with_owners(part: Node) -> Iterator[tuple[frozenset[str], str]]:
    """Yield (labels or types, property) for each property in a query; the first is empty if unknown."""
    for owners, place in _places(part):
        yield from ((owners, name_of(key)) for key in tokens(place, "KEY"))


def _places(part: Node) -> Iterator[tuple[frozenset[str], Node]]:
    """Yield (labels or types, tree) for each map in a pattern and each property of a variable."""
    known = dict(labels_by_variable(part))
    for name, types in _types_by_name(part).items():
        known[name] = known.get(name, frozenset()) | types
    for one in walk(part):
        if one.data in ("node", "inner_node", "step"):
            owners = _owners(one) or next(
                (known[name] for name in map(name_of, tokens(one, "NAME")) if name in known), frozenset()
            )
            yield from ((owners, held) for held in trees(one, "map"))
        elif one.data == "property":
            for base in trees(one, "variable"):
                yield known.get(name_of(next(tokens(base, "NAME"))), frozenset()), one


def _owners(one: Node) -> frozenset[str]:
    outer, inner = ("types", "type") if one.data == "step" else ("labels", "label")
    return frozenset(
        name_of(name)
        for group in trees(one, outer)
        for each in trees(group, inner)
        for name in tokens(each, "NAME")
    )


def _types_by_name(part: Node) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = defaultdict(frozenset)
    for one in walk(part):
        # The variable of a variable-length path is a list.
        if one.data == "step" and not any(trees(one, "range", "quantifier")):
            for name in map(name_of, tokens(one, "NAME")):
                found[name] |= _owners(one)
    return {name: types for name, types in found.items() if types}


def equal_texts(tree: Node, statement: str) -> Iterator[tuple[frozenset[str], str, str]]:
    """Yield (labels or types, property, text) for each literal that a property is required to equal.

    Examples: ``{name: "Ada"}``, ``n.name = "Ada"``, ``n.name IN ["Ada"]``.
    """
    for part in trees(tree, "single"):
        known = {id(at): owners for owners, at in _places(part)}
        for one in walk(part):
            if one.data == "map" and id(one) in known:
                keys = [name_of(key) for key in tokens(one, "KEY")]
                for key, value in zip(keys, trees(one), strict=False):
                    yield from ((known[id(one)], key, text) for text in _texts(value))
            elif one.data in ("comparison", "text_test"):
                sides = list(trees(one))
                between = statement[sides[0].meta.end_pos : sides[-1].meta.start_pos].strip(" ()").upper()
                if len(sides) == 2 and between in ("=", "IN"):
                    for held, value in (sides, reversed(sides)):
                        if id(held) in known:
                            key = name_of(next(tokens(held, "KEY")))
                            yield from ((known[id(held)], key, text) for text in _texts(value))


def _texts(tree: Node) -> Iterator[str]:
    literals = trees(tree, "literal") if tree.data == "list" else iter([tree] if tree.data == "literal" else [])
    for one in literals:
        yield from map(text_of, tokens(one, "STRING"))
