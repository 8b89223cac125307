"""All nodes and relationships of an attached graph, one after the other, from any place on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.store.driver import Database


class NodeRow(msgspec.Struct):
    """A node: its number in the database, its labels, and names and values of properties."""

    number: str
    labels: list[str]
    properties: list[tuple[str, Any]]


class RelationshipRow(msgspec.Struct):
    """A relationship: its type, both ends by number and labels, and names and values of properties."""

    type: str
    source: str
    source_labels: list[str]
    target: str
    target_labels: list[str]
    properties: list[tuple[str, Any]]


def count_nodes(database: Database, schema: PropertyGraphSchema) -> int:
    """Return how many nodes `stream_nodes` yields from the first on.

    Raises:
        DatabaseError: or one of its kinds.
    """
    return int(database.read("attached_streamed_count", labels=list(schema.label))[0]["nodes"])


def stream_nodes(database: Database, schema: PropertyGraphSchema, after: int = 0) -> Iterator[NodeRow]:
    """Yield the nodes with a label of the schema, with its properties, after the first `after` of them.

    They come in the order in which the server keeps them, which stays while the graph is not written to: the
    server need not sort. Times are texts in ISO 8601.

    Raises:
        DatabaseError: or one of its kinds.
    """
    keys = sorted({one.name for label in schema.labels for one in label.properties})
    rows = database.stream("attached_streamed_nodes", labels=list(schema.label), keys=keys, skip=after)
    return (msgspec.convert(row, NodeRow) for row in rows)


def stream_relationships(
    database: Database, schema: PropertyGraphSchema, after: int = 0
) -> Iterator[RelationshipRow]:
    """Yield the relationships of the schema's types between its labels; the rest as in `stream_nodes`.

    Raises:
        DatabaseError: or one of its kinds.
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
