"""The guard for statements that a model writes for an attached graph: read-only and consistent with the schema.

Grammar and size limits are those of queries over entities (`guard.guard`). Labels, types and properties must be in the
schema, each property must belong to the label or type that it is read from, and each step must have the direction of
the graph's relationships. A row limit is added; nothing else in the statement changes.
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
"""Functions that a statement about an attached graph may call; none can build a large value from small ones."""


@dataclass(frozen=True, slots=True)
class LabelledStatement:
    """A statement that may run (`text`), and the names and literals in it.

    `source` is the original statement, to which the positions in `tree` refer.
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
    """Check a statement against `schema`, and return it limited to `limit` rows.

    `parameters` are the names of the parameters that it may use.

    Raises:
        CypherRefused: the statement is not allowed; `kind` and message give the reason and the schema's alternatives.
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
    """Return the policy for an attached graph: the names in its schema, and parts of dates."""
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
    """Return the statement with each part of a union limited to `limit` rows."""
    unions = ["", *(f"{statement[one.meta.start_pos : one.meta.end_pos]} " for one in trees(tree, "union"))]
    parts = []
    for part, union in zip(trees(tree, "single"), unions, strict=True):
        most, end = limit, part.meta.end_pos
        if (own := limit_of(next(trees(part, "return")))) is not None:
            most, end = min(limit, own[0]), own[1]
        parts.append(f"{union}{statement[part.meta.start_pos : end].rstrip()} LIMIT {most}")
    return "\n".join(parts)
