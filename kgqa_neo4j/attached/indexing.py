"""Missing indexes of an attached graph on its naming properties, and their creation: all that is ever written to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa_neo4j.attached.model import Label, PropertyGraphSchema
from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.schema import NewIndex, await_indexes, full_text_index, range_index

_INDEXABLE = ("STRING", "INTEGER", "FLOAT")
"""Stored types of naming properties that a range index finds by equality."""


def missing_indexes(configuration: Configuration, report: Report = no_progress) -> list[NewIndex]:
    """Return the indexes that the attached graph lacks, without creating any.

    Raises:
        ConfigError: no graph is attached.
        DatabaseError: or a subclass: the graph cannot be read.
    """
    schema = open_attached(configuration).schema
    with connect(configuration, report) as database:
        return list(_missing(database, schema))


def create_indexes(
    configuration: Configuration, indexes: Sequence[NewIndex], report: Report = no_progress
) -> None:
    """Create indexes in the attached graph, and wait until they are online.

    Raises:
        DatabaseError: or a subclass: the user may not create indexes, or the server is read-only.
        IndexPopulating: an index failed.
    """
    with connect(configuration, report, may_index=True) as database:
        database.run_schema(*(one.statement for one in indexes))
        report("filling the indexes")
        await_indexes(database, [one.name for one in indexes])


def _missing(database: Database, schema: PropertyGraphSchema) -> Iterator[NewIndex]:
    rows = [row for row in database.read("attached_indexes") if row["names"] and row["properties"]]
    ranged = {(name, *row["properties"]) for row in rows if row["type"] == "RANGE" for name in row["names"]}
    worded = {
        (name, key)
        for row in rows
        if row["type"] == "FULLTEXT"
        for name in row["names"]
        for key in row["properties"]
    }
    for label in schema.labels:
        for key in _naming(label, _INDEXABLE):
            if (label.name, key) not in ranged:
                yield range_index(label.name, key)
        if keys := [key for key in _naming(label, ("STRING",)) if (label.name, key) not in worded]:
            yield full_text_index(label.name, keys)


def _naming(label: Label, stored: Sequence[str]) -> list[str]:
    """Return the naming properties of a label that are stored as one of some types."""
    known = {one.name: one for one in label.properties}
    return [key for key in label.naming if key in known and set(known[key].stored) & set(stored)]
