"""Keep a workspace's schema and values of an attached graph up to date."""

from __future__ import annotations

import logging

from kgqa_neo4j.attached.workspace import AttachedGraph
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.store.driver import Database

log = logging.getLogger(__name__)

# Maximum number of nodes of a graph that is read again as soon as it has changed, which takes a second or two.
_SMALL = 50_000


def freshened(graph: AttachedGraph, database: Database, report: Report = no_progress) -> AttachedGraph:
    """Return the graph as it is now: read again if its counts have changed and it is small, else as last read.

    For a large graph that has changed, `report` and the log advise to refresh it.

    Raises:
        EmptyGraph: no node has a label any more.
        DatabaseError: or a subclass.
    """
    if not graph.is_stale(database):
        return graph
    if sum(label.count for label in graph.schema.labels) <= _SMALL:
        report("the graph has changed: reading its schema and values again")
        return graph.read(database, report)
    told = f"the graph {graph.attachment.name!r} has changed since it was read; update: `kgqa attach --refresh`"
    report(told)
    log.warning("%s", told)
    return graph
