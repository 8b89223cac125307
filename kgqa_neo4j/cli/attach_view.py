"""The attached graphs of a workspace on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.text import printable

if TYPE_CHECKING:
    from kgqa_neo4j.attached.workspace import AttachedGraph

_COLUMNS = ("name", "address", "database", "labels", "types", "read")


def graphs_table(graphs: Sequence[AttachedGraph], wanted: str) -> str:
    """Return the graphs as a table, in the order in which they were attached; a star marks the default one.

    The default is `wanted`, the graph selected in the settings, or else the last one.
    """
    if not graphs:
        return "no graph is attached; attach one: kgqa attach bolt://localhost:7687\n"
    default = wanted or graphs[-1].attachment.name
    starred = "\n* default, used without --graph\n" if len(graphs) > 1 else ""
    return table(_COLUMNS, [_row(one, default if starred else "") for one in graphs], whole=["name"]) + starred


def _row(graph: AttachedGraph, default: str) -> tuple[str, ...]:
    from kgqa_neo4j.model.errors import KgqaError

    attachment = graph.attachment
    try:
        schema = graph.schema
        read = (f"{len(schema.labels):,}", f"{len(schema.types):,}", schema.taken_at[:16].replace("T", " "))
    except KgqaError as error:
        # One unreadable schema must not hide the other graphs.
        read = ("?", "?", printable(error.message))
    where = attachment.uri or f"own server ({attachment.source})"
    star = " *" if attachment.name == default else ""
    return (f"{printable(attachment.name)}{star}", printable(where), printable(attachment.database), *read)
