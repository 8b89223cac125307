"""What a split becomes: one table of all that its lines say, by kind."""

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
# Kinds besides those of segments: a bad line, what a block held, an edge of a split, an aside, what was found.
BAD, COUNT, EDGE, ASIDE, FOUND = "bad", "count", "edge", "aside", "found"
ENTITIES = (segments.ENTITIES, segments.BROKEN_ENTITIES, segments.VALUES)
TRIPLES = (segments.TRIPLES, segments.BROKEN_TRIPLES, segments.QUALIFIED)

# Which columns the values of a row go to; "" is one that holds what another does.
_TRIPLE = ("place", "source", "target", "type", "id", "", "", "", "text", "shape", "values")
_ENTITY = ("place", "id", "name", "aliases", "keys", "description", "labels", "shape", "values")
_RELATION = ("place", "id", "name", "description", "aliases")
_COLUMNS = {
    **dict.fromkeys(TRIPLES, _TRIPLE),
    **dict.fromkeys(ENTITIES, _ENTITY),
    segments.RELATIONS: _RELATION,
}


class _Rows(Sheet):
    """Rows of one kind, as they come."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self.longest = 0

    def row(self, values: Iterable[Any]) -> int:
        """Take in one row; returns about how many characters it has."""
        row = list(values)
        self.rows.append(row)
        return sum(map(len, filter(None, row[1:]))) + 4 * len(row)


class RowWriter(SegmentWriter):
    """Turns blocks of items into batches of rows, in memory; one for each split.

    What a task remembers to have written must not outlive it: another attempt at it may be the one that counts.
    """

    def __init__(self, file: str = "") -> None:
        """`file` is what bad lines are told to stand in."""
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
    """Yield rows of a kind, each its place and its texts by name, as a batch; none when there are none."""
    if rows:
        columns: dict[str, Any] = {"place": [place for place, _ in rows]}
        for name in TEXTS:
            if any(name in texts for _, texts in rows):
                columns[name] = [texts.get(name) for _, texts in rows]
        yield from _full(kind, columns, len(rows)).to_batches()


def _batch(kind: str, rows: list[list[Any]]) -> pa.RecordBatch:
    # Rows with and without properties are of kinds of their own.
    columns = {}
    for name, values in zip(_COLUMNS[kind], zip(*rows, strict=True), strict=False):
        if name:
            columns[name] = values if name == "place" else _texts(values)
    return _full(kind, columns, len(rows)).to_batches()[0]


def _full(kind: str, columns: dict[str, Any], size: int) -> pa.Table:
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
    """Return a column of texts: nothing for what is empty, and what no store holds left out."""
    found = [value.replace("\0", "") if value and "\0" in value else value or None for value in values]
    try:
        return pa.array(found, pa.string())
    except UnicodeEncodeError:
        # Halves of characters, which a source may spell out as escapes.
        clean = [one and one.encode("utf-8", "replace").decode() for one in found]
        return pa.array(clean, pa.string())
