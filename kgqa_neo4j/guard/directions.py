"""Check that an untrusted statement's steps have the directions of the attached graph's relationships."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from kgqa_neo4j.attached.model import Connection, PropertyGraphSchema
from kgqa_neo4j.guard.checks import tokens, trees, walk
from kgqa_neo4j.guard.parsing import Node, name_of
from kgqa_neo4j.model.errors import CypherRefused, Refusal

Names = Mapping[str, frozenset[str]]
_SHOWN = 4


def labels_by_variable(part: Node) -> Names:
    """Return the labels that a query gives to each variable for nodes; variables without labels are absent."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in walk(part):
        if one.data in ("node", "inner_node"):
            for name in map(name_of, tokens(one, "NAME")):
                found[name] |= _own_labels(one)
        elif one.data == "has_label":
            for variable in trees(one, "variable"):
                found[name_of(next(tokens(variable, "NAME")))] |= {
                    name_of(name) for label in trees(one, "label") for name in tokens(label, "NAME")
                }
    return {name: frozenset(labels) for name, labels in found.items() if labels}


def check_steps(part: Node, schema: PropertyGraphSchema) -> None:
    """Check the steps of a query against the connections of the schema.

    Raises:
        CypherRefused: the schema has no such connection for a step, or only in the opposite direction.
    """
    known = labels_by_variable(part)
    for path in walk(part):
        if path.data not in ("path", "pattern", "group"):
            continue
        parts = list(trees(path, "node", "inner_node", "step", "group"))
        for before, step, after in zip(parts, parts[1:], parts[2:], strict=False):
            plain = before.data != "group" and after.data != "group" and step.data == "step"
            if plain and not any(trees(step, "range", "quantifier")):
                _check_step(_labels(before, known), step, _labels(after, known), schema)


def _check_step(before: frozenset[str], step: Node, after: frozenset[str], schema: PropertyGraphSchema) -> None:
    types = {
        name_of(name)
        for one in trees(step, "types")
        for kind in trees(one, "type")
        for name in tokens(kind, "NAME")
    }
    arrow = "".join(tokens(step, "ARROW", "ARROW_OPEN", "ARROW_CLOSE"))
    outward, inward = arrow.endswith(">"), arrow.startswith("<")
    of_types = [one for kind in schema.types if not types or kind.name in types for one in kind.connections]
    along = [one for one in of_types if _fits(one, before, after)]
    against = [one for one in of_types if _fits(one, after, before)]
    found, other = (along, against) if outward else (against, along)
    if found or not of_types or (outward == inward and other):
        return
    written = _written(before, types, after, inward=inward, outward=outward)
    if other:
        raise CypherRefused(Refusal.DIRECTION, f"{written} is not in the graph; it has {_shown(other)}")
    sources, targets = (after, before) if inward and not outward else (before, after)
    begins = not sources or any(one.source in sources for one in of_types)
    ends = not targets or any(one.target in targets for one in of_types)
    if types and not (begins and ends):
        # For a type with many relationships, the schema may miss pairs of labels, but no source or target label.
        raise CypherRefused(Refusal.DIRECTION, f"{written} is not in the graph; it has {_shown(of_types)}")


def _fits(one: Connection, sources: frozenset[str], targets: frozenset[str]) -> bool:
    return (not sources or one.source in sources) and (not targets or one.target in targets)


def _labels(node: Node, known: Names) -> frozenset[str]:
    names = [name_of(name) for name in tokens(node, "NAME")]
    return frozenset(_own_labels(node)) or (known.get(names[0], frozenset()) if names else frozenset())


def _own_labels(node: Node) -> set[str]:
    return {
        name_of(name)
        for one in trees(node, "labels")
        for label in trees(one, "label")
        for name in tokens(label, "NAME")
    }


def _written(
    before: frozenset[str], types: set[str], after: frozenset[str], *, inward: bool, outward: bool
) -> str:
    ends = [f"(:{'|'.join(sorted(labels))})" if labels else "()" for labels in (before, after)]
    kinds = f"[:{'|'.join(sorted(types))}]" if types else "[]"
    return f"{ends[0]}{'<' if inward else ''}-{kinds}-{'>' if outward else ''}{ends[1]}"


def _shown(connections: list[Connection]) -> str:
    ranked = sorted(connections, key=lambda one: -one.count)[:_SHOWN]
    return ", ".join(f"(:{one.source})-[:{one.type}]->(:{one.target})" for one in ranked)
