"""The guard of a statement that a model wrote for an attached graph: it reads, and says what the schema says.

It is parsed by the same grammar and held to the same sizes as a query over entities (`guard.guard`). Labels, types and
properties must be those of the schema, a property that of the label or type beside it, and each step must lead the
way in which the graph has it. The result is limited in rows; nothing else of the statement is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa_neo4j.attached.model import Label, PropertyGraphSchema, RelationshipType
from kgqa_neo4j.guard.checks import check, tokens, trees, walk
from kgqa_neo4j.guard.directions import check_steps
from kgqa_neo4j.guard.ownership import check_properties
from kgqa_neo4j.guard.parsing import Node, name_of, parsed, text_of
from kgqa_neo4j.guard.policy import FUNCTIONS, PARTS, Policy
from kgqa_neo4j.guard.projection import limit_of

FUNCTIONS_OF_VALUES = FUNCTIONS | frozenset(
    {"labels", "elementid", "startnode", "endnode", "datetime", "localdatetime", "time", "duration.inseconds"}
    | {"tofloatornull", "tointegerornull", "tobooleanornull", "tostringornull", "toboolean", "floor", "ceil"}
    | {
        "left",
        "right",
        "substring",
        "trim",
        "split",
        "stdev",
        "percentilecont",
        "percentiledisc",
        "sqrt",
        "sign",
    }
    | {"point.distance"}
)
"""Functions that a statement about an attached graph may call; none builds a large value from small ones."""


@dataclass(frozen=True, slots=True)
class LabelledStatement:
    """A statement that may run, and what it names: `texts` are its literal texts, `numbers` its literal numbers.

    `source` is how it was written, which the places of `tree` refer to.
    """

    text: str
    source: str
    labels: frozenset[str]
    types: frozenset[str]
    keys: frozenset[str]
    texts: frozenset[str]
    numbers: frozenset[float]
    functions: frozenset[str]
    tree: Node


def guard_labelled(
    statement: str, schema: PropertyGraphSchema, limit: int, parameters: Iterable[str] = ()
) -> LabelledStatement:
    """Return a statement as it may run on the graph of `schema`, with at most `limit` rows.

    `parameters` are the names of those that it gets.

    Raises:
        CypherRefused: it may not; `kind` and message say why, and what there is instead.
    """
    _, tree = parsed(statement)
    check(tree, policy_of(schema, limit).allowing(parameters=parameters))
    for part in trees(tree, "single"):
        check_properties(part, schema)
        check_steps(part, schema)
    return LabelledStatement(
        _limited(statement, tree, limit),
        statement,
        frozenset(_names(tree, "label", "NAME")),
        frozenset(_names(tree, "type", "NAME")),
        frozenset(name_of(key) for one in walk(tree) for key in tokens(one, "KEY")),
        frozenset(text_of(text) for one in tree.find_data("literal") for text in tokens(one, "STRING")),
        frozenset(float(number) for one in walk(tree) for number in tokens(one, "INTEGER", "FLOAT")),
        frozenset(name.lower() for name in _names(tree, "function", "FUNCTION")),
        tree,
    )


def policy_of(schema: PropertyGraphSchema, limit: int) -> Policy:
    """Return what a statement about an attached graph may name: what its schema names, and parts of dates."""
    owners: list[Label | RelationshipType] = [*schema.labels, *schema.types]
    return Policy(
        types=frozenset(schema.type),
        functions=FUNCTIONS_OF_VALUES,
        labels=frozenset(schema.label),
        keys=frozenset(one.name for owner in owners for one in owner.properties) | PARTS,
        limit=limit,
    )


def _names(tree: Node, kind: str, terminal: str) -> Iterator[str]:
    for one in tree.find_data(kind):
        yield from map(name_of, tokens(one, terminal))


def _limited(statement: str, tree: Node, limit: int) -> str:
    """Return a statement of which each part of a union returns at most `limit` rows."""
    unions = ["", *(f"{statement[one.meta.start_pos : one.meta.end_pos]} " for one in trees(tree, "union"))]
    parts = []
    for part, union in zip(trees(tree, "single"), unions, strict=True):
        most, end = limit, part.meta.end_pos
        if (own := limit_of(next(trees(part, "return")))) is not None:
            most, end = min(limit, own[0]), own[1]
        parts.append(f"{union}{statement[part.meta.start_pos : end].rstrip()} LIMIT {most}")
    return "\n".join(parts)
