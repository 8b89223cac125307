"""Keeping what a workspace knows of an attached graph as the graph is."""

from __future__ import annotations

import logging

from kgqa_neo4j.attached.workspace import AttachedGraph
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.store.driver import Database

log = logging.getLogger(__name__)

# Nodes up to which a graph that has changed is read anew at once: a second or two.
_SMALL = 50_000


def freshened(graph: AttachedGraph, database: Database, report: Report = no_progress) -> AttachedGraph:
    """Return the graph as it is now: read anew if its counts have changed and it is small, else as it was read last.

    Of a large one that has changed, `report` and the log hear that it should be read anew.

    Raises:
        EmptyGraph: no node bears a label any more.
        DatabaseError: or one of its kinds.
    """
    if not graph.is_stale(database):
        return graph
    if sum(label.count for label in graph.schema.labels) <= _SMALL:
        report("the graph has changed: reading its schema and values anew")
        return graph.read(database, report)
    told = f"the graph {graph.attachment.name!r} has changed since it was read: `kgqa attach --refresh`"
    report(told)
    log.warning("%s", told)
    return graph
