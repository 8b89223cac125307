"""Execution of a model's statements on an attached graph, and reasons why one found nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from neo4j.graph import Node, Path, Relationship

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.value_index import indexed_properties
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.guard.labelled import LabelledStatement
from kgqa_neo4j.guard.ownership import equal_texts
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.language.property_execution import Rows, value_entity
from kgqa_neo4j.store.bounds import Bounds
from kgqa_neo4j.store.driver import Database

_VALUES, _BYTES = 5000, 8_000_000
_FENCED = re.compile(r"```\w*\s*\n?(.*?)(?:```|\Z)", re.DOTALL)
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class StatementResult:
    """The result of a statement: `columns`, and `rows` in order. `cut` is True if there may be more rows."""

    statement: LabelledStatement
    columns: tuple[str, ...]
    rows: Rows
    cut: bool

    @property
    def nothing(self) -> bool:
        """Whether nothing was found: no row, or only the number 0."""
        return not self.rows or [[cell.name for cell in row] for row in self.rows] == [["0"]]


def statement_in(reply: str) -> str:
    """Return the statement in a model's reply: the text in a fenced block, else all of it."""
    fenced = _FENCED.search(reply)
    return (fenced[1] if fenced else reply).strip()


def execute(
    database: Database, schema: PropertyGraphSchema, statement: LabelledStatement, limit: int, timeout: float
) -> StatementResult:
    """Run a guarded statement: read-only, checked with `EXPLAIN` first, within `limit` rows and `timeout` seconds.

    Raises:
        CypherRefused: it would write, the server cannot run it, or it takes too long.
        DatabaseError: or a subclass: the server cannot be queried.
    """
    found = database.read_untrusted(statement.text, {}, Bounds(timeout, limit, _VALUES, _BYTES))
    rows = (tuple(_cell(value, schema) for value in row.values()) for row in found if not _is_null(row))
    columns = tuple(found[0]) if found else ()
    return StatementResult(statement, columns, tuple(rows), len(found) >= limit)


def unstored(statement: LabelledStatement, schema: PropertyGraphSchema, values: ValueIndex) -> str:
    """Describe texts in a statement that its properties never have, with the nearest stored values; "" for none.

    Only checks properties whose values are all in the value index.
    """
    indexed = {(slot.owner.name, one.name) for slot in indexed_properties(schema) for one in slot.properties}
    told = []
    for owners, key, text in equal_texts(statement.tree, statement.source):
        held = {owner for owner in owners if (owner, key) in indexed}
        if not held:
            continue
        stored = [
            one for one in values.exact([text]).get(text, ()) if one.label in held and one.property == key
        ]
        if any(one.value == text for one in stored):
            continue
        near = [one.value for one in values.find(text, 20, labels=held) if one.property == key]
        nearest = ", ".join(f'"{value}"' for value in list(dict.fromkeys(near))[:_NEAREST])
        of = " or ".join(sorted(held))
        told.append(f'no {of} has {key} "{text}"' + (f"; stored is {nearest}" if nearest else ""))
    return "; ".join(dict.fromkeys(told))


def _is_null(row: dict[str, Any]) -> bool:
    return len(row) == 1 and next(iter(row.values())) is None


def _cell(value: Any, schema: PropertyGraphSchema) -> Entity:
    if isinstance(value, Node):
        return Entity(value.element_id, _name(value, schema))
    if isinstance(value, Relationship):
        return Entity(value.element_id, value.type)
    if isinstance(value, Path):
        return Entity(
            f"value:{value.start_node.element_id}", " - ".join(_name(one, schema) for one in value.nodes)
        )
    return value_entity(value)


def _name(node: Node, schema: PropertyGraphSchema) -> str:
    for label in sorted(node.labels & set(schema.label)):
        for name in schema.label[label].naming:
            if node.get(name) is not None:
                return value_entity(node[name]).name
    return ":".join(sorted(node.labels)) or node.element_id
