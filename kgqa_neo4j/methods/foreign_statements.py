"""Run Cypher statements from outside the project: guarded, read-only, with rows as plain values.

Statements pass `guard.guard` on a loaded graph and `guard.labelled` on an attached one; docs/safety.md lists what these
allow.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from neo4j.graph import Node, Path, Relationship

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.guard.dialect import KEYS
from kgqa_neo4j.guard.guard import guard
from kgqa_neo4j.guard.labelled import guard_labelled
from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.guard.projection import ID_KEY, LABELS_KEY, NAME_KEY, UNTYPED
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.query.query_execution import MAX_BYTES, MAX_VALUES
from kgqa_neo4j.store.bounds import Bounds


@dataclass(frozen=True, slots=True)
class StatementRows:
    """The result of a statement.

    `statement` is the text that ran, with its row limit. `rows` has one JSON-compatible value per column; a node is a
    mapping with its labels and its permitted properties. `cut` is True if there may be more rows.
    """

    statement: str
    columns: list[str]
    rows: list[list[Any]]
    cut: bool


def read_statement(
    resources: Resources, statement: str, parameters: Mapping[str, Any], limit: int, timeout: float
) -> StatementRows:
    """Guard a statement, run it read-only, and return at most `limit` rows within `timeout` seconds.

    Raises:
        CypherRefused: the statement is not allowed, fails, or exceeds the time or size limits.
        DatabaseError: or a subclass: the server cannot be queried.
    """
    database, attached = resources.graph, resources.attached
    bounds = Bounds(timeout, limit, MAX_VALUES, MAX_BYTES)
    if attached is not None:
        schema = attached.schema
        text = guard_labelled(statement, schema, limit, parameters).text
        found = database.read_untrusted(text, dict(parameters), bounds)
        rows = [[_shown(value, schema) for value in row.values()] for row in found]
    else:
        types = frozenset(row["id"] for row in database.read("relation_names"))
        policy = Policy(types=types, limit=limit).allowing(parameters=parameters, keys=KEYS)
        guarded = guard(statement, policy)
        text = guarded.text
        found = database.read_untrusted(guarded.run, {**parameters, UNTYPED: None}, bounds)
        rows = [[_shown(value, None) for value in row.values()] for row in found]
    return StatementRows(text, list(found[0]) if found else [], rows, len(found) >= limit)


def _shown(value: Any, schema: PropertyGraphSchema | None) -> Any:
    """Return a JSON-compatible form of a value; nodes and relationships keep only properties that are in the schema."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Node):
        known = schema.label if schema is not None else {}
        labels = sorted(value.labels & set(known))
        keys = {one.name for label in labels for one in known[label].properties}
        return {"labels": labels, "properties": _properties(value, keys, schema)}
    if isinstance(value, Relationship):
        kinds = schema.type if schema is not None else {}
        keys = {one.name for one in kinds[value.type].properties} if value.type in kinds else set()
        return {"type": value.type, "properties": _properties(value, keys, schema)}
    if isinstance(value, Path):
        return [_shown(one, schema) for one in (*value.nodes, *value.relationships)]
    if isinstance(value, Mapping):
        if ID_KEY in value:
            labels = sorted(value[LABELS_KEY])
            return {"id": value[ID_KEY], "name": value[NAME_KEY], "labels": labels}
        return {str(key): _shown(one, schema) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(one, schema) for one in value]
    iso = getattr(value, "iso_format", None)
    return iso() if callable(iso) else str(value)


def _properties(
    owner: Node | Relationship, keys: set[str], schema: PropertyGraphSchema | None
) -> dict[str, Any]:
    return {key: _shown(one, schema) for key, one in sorted(owner.items()) if key in keys}
