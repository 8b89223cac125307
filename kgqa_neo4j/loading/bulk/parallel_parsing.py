"""The first stage of a bulk load: parsing a source into segments, on all cores if its lines allow it."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from pathlib import Path

from kgqa_neo4j.loaders.base import Item, LineSource, NamedLineSource, Source
from kgqa_neo4j.loading.bulk.segments import Segment, SegmentWriter
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.model.errors import InputError

# A block ends with the line that reaches either limit, so a file is always cut into the same blocks.
BLOCK_LINES = 60_000
BLOCK_BYTES = 8 << 20
BLOCK_ITEMS = 50_000

# A line with its number, or an item that the source itself has read.
Piece = tuple[int, bytes | None] | Item

# Set in each process at its start.
_writer: SegmentWriter
_source: LineSource


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Parsing:
    """Parses a source into segments in `folder`, except for those that are already complete."""

    def __init__(self, source: Source, folder: Path, rejects: Rejects, processes: int = 0) -> None:
        """Use so many `processes`, or if 0 one per core."""
        self._source = source
        self._folder = folder
        self._rejects = rejects
        self._processes = processes or cores()

    def run(self, stage: RunningStage) -> Iterator[Segment]:
        """Parse everything, and yield the segments in order as they are completed.

        Raises:
            InputError: the source is damaged; the segments before the damage are kept.
            TooManyBadLines: more bad lines than the limit.
        """
        # All bad lines are reported again, in order, including those in segments of an earlier attempt.
        self._rejects.resume(-1, 0)
        in_processes = isinstance(self._source, LineSource)
        for segment in self._in_processes() if in_processes else self._alone():
            for bad in segment.bad_lines():
                self._rejects.add(bad)
            self._rejects.flush()
            stage.add(segment.triples)
            stage.show(self._source.read, self._source.size)
            yield segment

    def _in_processes(self) -> Iterator[Segment]:
        assert isinstance(self._source, LineSource)
        # Not "forkserver": its server would keep running beside the workers, and count towards their memory.
        context = multiprocessing.get_context("spawn")
        waiting: deque[Segment | Future[Segment]] = deque()
        with ProcessPoolExecutor(
            self._processes, context, initializer=_begin, initargs=(self._source, self._folder)
        ) as pool:
            try:
                for block, lines in enumerate(cut(self._source.lines())):
                    done = Segment.read(self._folder, block)
                    waiting.append(done or pool.submit(_parse, block, lines))
                    # One queued block per worker keeps all of them busy with little memory.
                    while len(waiting) > 2 * self._processes:
                        yield _result(waiting.popleft())
                while waiting:
                    yield _result(waiting.popleft())
            except BrokenProcessPool as error:
                raise InputError(
                    f"a parser process of {self._source.name} was killed",
                    hint="free some memory and run the same command again: it resumes from there",
                ) from error

    def _alone(self) -> Iterator[Segment]:
        """Parse a source in this process that cannot be parsed line by line."""
        writer = SegmentWriter(self._folder)
        for block, items in enumerate(_item_blocks(self._source.items())):
            done = Segment.read(self._folder, block)
            if done is None:
                done = writer.write(block, items)
            else:
                deque(items, 0)
            yield done


def _begin(source: LineSource, folder: Path) -> None:
    global _writer, _source
    _writer, _source = SegmentWriter(folder), source


def _parse(block: int, pieces: list[Piece]) -> Segment:
    return write_block(_writer, _source, block, pieces)


def write_block(writer: SegmentWriter, source: LineSource, block: int, pieces: list[Piece]) -> Segment:
    """Write the items of some pieces of a source as segment number `block`."""
    if isinstance(source, NamedLineSource) and source.separator:
        return writer.write_lines(block, [piece for piece in pieces if isinstance(piece, tuple)], source)
    return writer.write(block, chain.from_iterable(_items(source, piece) for piece in pieces))


def _items(source: LineSource, piece: Piece) -> Iterable[Item]:
    return source.parse(*piece) if isinstance(piece, tuple) else (piece,)


def _result(segment: Segment | Future[Segment]) -> Segment:
    return segment if isinstance(segment, Segment) else segment.result()


def cut(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Divide pieces into blocks."""
    block: list[Piece] = []
    size = 0
    for piece in pieces:
        block.append(piece)
        size += len(piece[1] or b"") if isinstance(piece, tuple) else 0
        if len(block) >= BLOCK_LINES or size >= BLOCK_BYTES:
            yield block
            block, size = [], 0
    if block:
        yield block


def _item_blocks(items: Iterator[Item]) -> Iterator[Iterator[Item]]:
    """Divide a stream of items without buffering; each part must be consumed before the next."""
    for first in items:
        left = iter(range(BLOCK_ITEMS - 1))
        yield chain((first,), (item for _, item in zip(left, items, strict=False)))
