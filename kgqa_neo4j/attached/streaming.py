"""Stream all nodes and relationships of an attached graph, from any position on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.store.driver import Database


class NodeRow(msgspec.Struct):
    """A node: its number in the database, its labels, and its properties as names and values."""

    number: str
    labels: list[str]
    properties: list[tuple[str, Any]]


class RelationshipRow(msgspec.Struct):
    """A relationship: its type, number and labels of both ends, and its properties as names and values."""

    type: str
    source: str
    source_labels: list[str]
    target: str
    target_labels: list[str]
    properties: list[tuple[str, Any]]


def count_nodes(database: Database, schema: PropertyGraphSchema) -> int:
    """Return the number of nodes that `stream_nodes` yields in total.

    Raises:
        DatabaseError: or a subclass.
    """
    return int(database.read("attached_streamed_count", labels=list(schema.label))[0]["nodes"])


def stream_nodes(database: Database, schema: PropertyGraphSchema, after: int = 0) -> Iterator[NodeRow]:
    """Yield the nodes with a label of the schema and their properties, skipping the first `after`.

    The order is that of the server's store, which is stable while the graph is not written to, so that nothing has to
    be sorted. Times are texts in ISO 8601.

    Raises:
        DatabaseError: or a subclass.
    """
    keys = sorted({one.name for label in schema.labels for one in label.properties})
    rows = database.stream("attached_streamed_nodes", labels=list(schema.label), keys=keys, skip=after)
    return (msgspec.convert(row, NodeRow) for row in rows)


def stream_relationships(
    database: Database, schema: PropertyGraphSchema, after: int = 0
) -> Iterator[RelationshipRow]:
    """Yield the relationships of the schema's types between its labels; otherwise like `stream_nodes`.

    Raises:
        DatabaseError: or a subclass.
    """
    keys = sorted({one.name for kind in schema.types for one in kind.properties})
    rows = database.stream(
        "attached_streamed_relationships",
        labels=list(schema.label),
        types=list(schema.type),
        keys=keys,
        skip=after,
    )
    return (msgspec.convert(row, RelationshipRow) for row in rows)
