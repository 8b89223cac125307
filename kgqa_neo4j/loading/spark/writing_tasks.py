"""The code of Spark's tasks that write rows into a running database, with the statements of any other load."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, Protocol

import pyarrow as pa
from pyspark.core.broadcast import Broadcast

from kgqa_neo4j.loading.bulk.columns import SEPARATOR, read_typed
from kgqa_neo4j.loading.bulk.segments import is_mention
from kgqa_neo4j.loading.connection import PATIENCE_ELSEWHERE, Connection
from kgqa_neo4j.loading.rows import Rows
from kgqa_neo4j.store.driver import Database, Endpoint, Row, Run

# The first label of every entity, which ``load_entities`` sets by itself.
_ENTITY = "Entity"
WRITTEN_SCHEMA = "written bigint, bookmarks array<string>"


@dataclass(frozen=True, slots=True)
class Target:
    """The database that tasks write into, and the load that they write for.

    Attributes:
        endpoint: the server, as the machines of the cluster reach it.
        batch_size: rows per transaction.
        timeout: seconds for a transaction.
        connect_timeout: seconds for a connection.
        load: the load's id.
        number: the load's number in the graph.
    """

    endpoint: Endpoint
    batch_size: int
    timeout: float
    connect_timeout: float
    load: str = ""
    number: int = 0

    def lock(self, part: int | str) -> str:
        """Return the id of the lock of a part of the load."""
        return f"{self.lock_prefix}{part}"

    @property
    def lock_prefix(self) -> str:
        """The beginning of all ids of the load's locks."""
        return f"{self.load} part "

    def connected(self) -> Connection:
        """Return a connection, which is opened by its first use."""
        return Connection(self._database, patience=PATIENCE_ELSEWHERE)

    def _database(self) -> Database:
        return Database(self.endpoint, timeout=self.timeout, connect_timeout=self.connect_timeout)


class Writing(Protocol):
    """Writes the rows of a partition; pickled to other machines."""

    def __call__(self, rows: Iterable[Row], target: Target, /) -> Iterator[Callable[[Run], int]]:
        """Yield functions that each write rows in one transaction, and return how many."""


def on_partitions(
    sent: Broadcast[bytes], writing: Writing
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return the function that Spark applies to a partition; `sent` has the pickled `Target`."""

    def run(values: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        target: Target = pickle.loads(sent.value)
        yield from write(target, writing, values)

    return run


def write(target: Target, writing: Writing, values: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Write the rows of a partition; yield their number, and the bookmarks of the last transaction."""
    connection = target.connected()
    written, bookmarks = 0, list[str]()
    try:
        for transaction in writing((row for batch in values for row in batch.to_pylist()), target):

            def attempt(database: Database, work: Callable[[Run], int] = transaction) -> tuple[int, list[str]]:
                return database.transact(work), database.bookmarks

            number, bookmarks = connection.run(attempt)
            written += number
    finally:
        connection.close()
    columns = {"written": pa.array([written], pa.int64()), "bookmarks": [bookmarks]}
    types = pa.schema([("written", pa.int64()), ("bookmarks", pa.list_(pa.string()))])
    yield from pa.table(columns, types).to_batches()


def write_entities(rows: Iterable[Row], target: Target) -> Iterator[Callable[[Run], int]]:
    """Write rows of `merging.merged_entities`; see `Writing`."""
    for found in _batches(rows, target.batch_size):
        entities = sorted(map(_entity, found), key=itemgetter("id"))
        described = {row["id"] for row in found if not is_mention(row["place"])}
        mentioned = [row for row in entities if row["description"] and row["id"] not in described]
        batch = Rows(
            entities=entities,
            descriptions=[{"id": row["id"], "description": row["description"]} for row in mentioned],
            described=[row for row in entities if row["id"] in described],
        )
        yield _transaction(batch, target, len(entities))


def write_triples(rows: Iterable[Row], target: Target) -> Iterator[Callable[[Run], int]]:
    """Write rows of triples, ordered by `part`; see `Writing`."""
    for part, of_part in groupby(rows, itemgetter("part")):
        for found in _batches(of_part, target.batch_size):
            triples: dict[str, list[Row]] = {}
            for row in found:
                triples.setdefault(row["type"], []).append(_triple(row))
            yield _transaction(Rows(triples=triples), target, len(found), target.lock(part))


def _transaction(batch: Rows, target: Target, size: int, lock: str = "") -> Callable[[Run], int]:
    def work(run: Run) -> int:
        if lock:
            # Another attempt at the same task may be running, on a worker that was believed to be lost.
            run("load_part_lock", id=lock)
        batch.write(run, target.number)
        return size

    return work


def _batches(rows: Iterable[Row], size: int) -> Iterator[Sequence[Row]]:
    listed = iter(rows)
    while batch := list(islice(listed, size)):
        yield batch


def _entity(row: Row) -> Row:
    """Return a row of ``load_entities``."""
    properties, times = read_typed(row["shape"], row["values"])
    return {
        "id": row["id"],
        "name": row["name"],
        "aliases": listed(row["aliases"]),
        "keys": listed(row["keys"]),
        "description": row["description"],
        "labels": [label for label in row["labels"].split(SEPARATOR) if label != _ENTITY],
        "properties": properties,
        "times": times,
    }


def _triple(row: Row) -> Row:
    """Return a row of ``load_triples``."""
    qualifiers, times = read_typed(row["shape"], row["values"])
    kept: dict[str, Any] = {name: row[name] for name in ("id", "source", "target", "text")}
    return {**kept, "qualifiers": qualifiers, "times": times}


def listed(text: str | None) -> list[str] | None:
    """Return the items of a list in one field; None for none."""
    return text.split(SEPARATOR) if text else None
