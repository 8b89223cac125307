"""The rows of a split: one table for all kinds of items in its lines.

The kinds of segments have the columns that their names say. The others use some of these columns for what they have:

========  ==========================  ======================  ==================  =====================
kind      id                          name                    type                text
========  ==========================  ======================  ==================  =====================
bad       number of the line          the line                name of the file    what is wrong
count     number of usable items      number of triples                           length of longest row
edge      name of the file            the line                number of the line  `BEGINS` or `TOO_LONG`
aside     `PartNote.id`                                       `PartNote.kind`     `PartNote.said`
found     order among those found     what was found, pickled
========  ==========================  ======================  ==================  =====================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from kgqa_neo4j.loading.bulk import segments
from kgqa_neo4j.loading.bulk.plain import PlainLines
from kgqa_neo4j.loading.bulk.segments import Segment, SegmentWriter, Sheet

TEXTS = (
    "id", "source", "target", "type", "text", "name", "aliases", "keys", "description", "labels", "shape",
    "values",
)  # fmt: skip
SCHEMA = f"kind string, place bigint, {', '.join(f'`{name}` string' for name in TEXTS)}"
ARROW = pa.schema([("kind", pa.string()), ("place", pa.int64()), *((name, pa.string()) for name in TEXTS)])
# Kinds besides those of segments: a bad line, counts of a block, a line at the edge of a split, an aside, a result of
# `Looking`.
BAD, COUNT, EDGE, ASIDE, FOUND = "bad", "count", "edge", "aside", "found"
ENTITIES = (segments.ENTITIES, segments.BROKEN_ENTITIES, segments.VALUES)
TRIPLES = (segments.TRIPLES, segments.BROKEN_TRIPLES, segments.QUALIFIED)

# The columns for the values of a row; "" for a value that repeats another.
_TRIPLE = ("place", "source", "target", "type", "id", "", "", "", "text", "shape", "values")
_ENTITY = ("place", "id", "name", "aliases", "keys", "description", "labels", "shape", "values")
_RELATION = ("place", "id", "name", "description", "aliases")
_COLUMNS = {
    **dict.fromkeys(TRIPLES, _TRIPLE),
    **dict.fromkeys(ENTITIES, _ENTITY),
    segments.RELATIONS: _RELATION,
}


class _Rows(Sheet):
    """Rows of one kind in memory."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self.longest = 0

    def row(self, values: Iterable[Any]) -> int:
        """Add a row; return its approximate number of characters."""
        row = list(values)
        self.rows.append(row)
        return sum(map(len, filter(None, row[1:]))) + 4 * len(row)


class RowWriter(SegmentWriter):
    """Converts blocks of items to batches of rows in memory; each split has its own.

    What it remembers as written must not outlive the task, since another attempt at the task may be the one that
    counts.
    """

    def __init__(self, file: str = "") -> None:
        """`file` is the file name for bad lines."""
        super().__init__(Path())
        self._file = file
        self.batches: list[pa.RecordBatch] = []

    def _new_sheet(self) -> Sheet:
        return _Rows()

    def _plain_entities(self, segment: Segment, plain: PlainLines, base: int) -> None:
        self._add_table(segments.ENTITIES, plain.table(*plain.entities(base)))

    def _plain_triples(self, segment: Segment, plain: PlainLines, base: int) -> tuple[int, int]:
        written, longest = plain.make_triples(base)
        if written:
            query = "SELECT place, source, target, type, id, text FROM triple"
            self._add_table(segments.TRIPLES, plain.table(query))
        return written, longest

    def _add_table(self, kind: str, table: pa.Table) -> None:
        columns = {name: table.column(name) for name in table.column_names}
        for batch in _full(kind, columns, table.num_rows).to_batches():
            self.batches.append(batch)

    def _finish(self, segment: Segment, files: dict[str, Sheet]) -> Segment:
        for kind, sheet in files.items():
            assert isinstance(sheet, _Rows)
            segment.longest = max(segment.longest, sheet.longest)
            if sheet.rows:
                self.batches.append(_batch(kind, sheet.rows))
        base = segment.block * segments.ROWS_OF_BLOCK
        bad = [
            (base + place, {"id": str(line), "text": why, "name": content, "type": self._file})
            for place, (line, why, content) in enumerate(segment.rejected)
        ]
        counted = {"id": str(segment.facts), "name": str(segment.triples), "text": str(segment.longest)}
        self.batches += [*batches(BAD, bad), *batches(COUNT, [(segment.block, counted)])]
        return segment


def batches(kind: str, rows: Sequence[tuple[int, dict[str, str]]]) -> Iterator[pa.RecordBatch]:
    """Yield rows of a kind, given as pairs of place and named texts, as a batch; nothing if there are none."""
    if rows:
        columns: dict[str, Any] = {"place": [place for place, _ in rows]}
        for name in TEXTS:
            if any(name in texts for _, texts in rows):
                columns[name] = [texts.get(name) for _, texts in rows]
        yield from _full(kind, columns, len(rows)).to_batches()


def _batch(kind: str, rows: list[list[Any]]) -> pa.RecordBatch:
    """Return rows of a kind of segment, given as lists of values."""
    # zip stops early, as a kind has either no row with properties or only such rows.
    columns = {}
    for name, values in zip(_COLUMNS[kind], zip(*rows, strict=True), strict=False):
        if name:
            columns[name] = values if name == "place" else _texts(values)
    return _full(kind, columns, len(rows)).to_batches()[0]


def _full(kind: str, columns: dict[str, Any], size: int) -> pa.Table:
    """Return rows of a kind with all columns, empty if not given."""
    known = {"kind": pa.repeat(pa.scalar(kind, pa.string()), size), **columns}
    arrays = []
    for field in ARROW:
        found = known.get(field.name)
        if found is None:
            arrays.append(pa.nulls(size, field.type))
        elif isinstance(found, pa.Array | pa.ChunkedArray):
            arrays.append(found.cast(field.type))
        else:
            arrays.append(pa.array(found, field.type))
    return pa.table(arrays, schema=ARROW).combine_chunks()


def _texts(values: Sequence[str | None]) -> pa.Array:
    """Return a column of texts, with nulls for empty ones, and without characters that a store cannot hold."""
    found = [value.replace("\0", "") if value and "\0" in value else value or None for value in values]
    try:
        return pa.array(found, pa.string())
    except UnicodeEncodeError:
        # Lone surrogates, which escapes in a source may produce.
        clean = [one and one.encode("utf-8", "replace").decode() for one in found]
        return pa.array(clean, pa.string())
