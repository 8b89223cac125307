"""The code of Spark's tasks that read splits: their lines are parsed by the source itself, to batches of rows."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import pyarrow as pa
from pyspark import TaskContext
from pyspark.core.broadcast import Broadcast

from kgqa_neo4j.loaders.base import HasAsides, SplitSource
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loading.bulk.parallel_parsing import Piece, cut, write_block
from kgqa_neo4j.loading.bulk.segments import ROWS_OF_BLOCK
from kgqa_neo4j.loading.spark.edges import Edges
from kgqa_neo4j.loading.spark.rows import ASIDE, EDGE, FOUND, RowWriter, batches
from kgqa_neo4j.loading.spark.split_file import Numbered, SplitFile, as_line

T = TypeVar("T")
BEGINS, TOO_LONG = "begins", "too long"
_FOUND_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Split:
    """A split: its Spark partition, its file, its first line there, and its number of lines.

    `before` is the number of lines of the source before the file.
    """

    part: int
    file: str
    first: int
    before: int
    lines: int


class Work(Protocol):
    """Processes the lines of a split; pickled to other machines."""

    def __call__(self, file: SplitFile, /) -> Iterator[pa.RecordBatch]:
        """Yield rows."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a task needs: its split, by partition, and how to recognise line groups."""

    splits: dict[int, Split]
    max_line: int
    together: Callable[[bytes], bytes] | None
    keeps_others: bool


@dataclass(frozen=True, slots=True)
class Looking(Generic[T]):
    """Searches the lines in a first pass."""

    look: Callable[[LineFile], Iterator[T]]

    def __call__(self, file: SplitFile) -> Iterator[pa.RecordBatch]:
        """Yield what was found, pickled."""
        rows: list[tuple[int, dict[str, str]]] = []
        for place, found in enumerate(self.look(file)):
            packed = pickle.dumps(found, pickle.HIGHEST_PROTOCOL).decode("latin-1")
            rows.append((file.before + file.start, {"id": f"{place:016}", "name": packed}))
            if len(rows) == _FOUND_AT_ONCE:
                yield from batches(FOUND, rows)
                rows = []
        yield from batches(FOUND, rows)


def unpacked(text: str) -> Any:
    """Return what `Looking` pickled."""
    return pickle.loads(text.encode("latin-1"))


@dataclass(frozen=True, slots=True)
class Parsing:
    """Parses lines as the local loader does."""

    source: SplitSource

    def __call__(self, file: SplitFile) -> Iterator[pa.RecordBatch]:
        """Yield the rows of the lines' items, numbered by line."""
        part, writer = self.source.on(file), RowWriter(file.name)
        block = -1
        for pieces in cut(part.lines()):
            # A line with many items may be the start of more than one block.
            block = max(block + 1, file.before + _number(pieces[0]))
            write_block(writer, part, block, pieces)
            yield from writer.batches
            writer.batches.clear()
        if isinstance(part, HasAsides):
            place = (file.before + file.start) * ROWS_OF_BLOCK
            asides = [
                (place + number, {"type": one.kind, "id": one.id, "text": one.said})
                for number, one in enumerate(part.asides())
            ]
            yield from batches(ASIDE, asides)


def _number(piece: Piece) -> int:
    return piece[0] if isinstance(piece, tuple) else piece.line


def on_splits(sent: Broadcast[bytes]) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return the function that Spark applies to a split; `sent` has the shipped `Settings` and `Work`."""

    def run(values: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settings, work = pickle.loads(sent.value)
        context = TaskContext.get()
        assert context is not None
        split = settings.splits.get(context.partitionId())
        if split is not None:
            yield from _on_split(settings, work, split, values)

    return run


def _on_split(
    settings: Settings, work: Work, split: Split, values: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    lines = _numbered(values, split.first, settings.max_line)
    edges = None
    if settings.together is not None:
        edges = Edges(settings.together, keeps_others=settings.keeps_others)
        lines = edges.inner(lines)
    file = SplitFile(split.file, lines, first=split.first, before=split.before, max_line=settings.max_line)
    yield from work(file)
    if edges is not None:
        rows = [
            (split.before + number, _edge(split, number, line, begins)) for number, line, begins in edges.lines
        ]
        yield from batches(EDGE, rows)


def _numbered(values: Iterator[pa.RecordBatch], first: int, max_line: int) -> Iterator[Numbered]:
    number = first
    for batch in values:
        for line in batch.column(0).to_pylist():
            yield number, as_line(line, max_line)
            number += 1


def _edge(split: Split, number: int, line: bytes | None, begins: bool) -> dict[str, str]:
    said = {"id": split.file, "type": str(number)}
    if line is not None:
        said["name"] = line.decode("latin-1")
    if begins:
        said["text"] = BEGINS
    elif line is None:
        said["text"] = TOO_LONG
    return said
