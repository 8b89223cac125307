"""Parsing a source with Spark: its lines in splits, to rows that are kept, with bad lines reported in order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loaders.base import BadLine, HasAsides, PartNote, Source, SplitSource
from kgqa_neo4j.loading.bulk.parallel_parsing import Piece, cut
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.loading.spark import rows as kinds
from kgqa_neo4j.loading.spark.rows import RowWriter
from kgqa_neo4j.loading.spark.split_tasks import Parsing
from kgqa_neo4j.loading.spark.splits import SparkFile
from kgqa_neo4j.loading.spark.staging import Staging
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.loading.stages import Stages
from kgqa_neo4j.model.errors import ConfigError


@dataclass(frozen=True, slots=True)
class ParsedRows:
    """The rows of all splits, in `folders`; `staging` keeps the stages of this source.

    `triples` includes duplicates; `facts` are all usable items.
    """

    staging: Staging
    folders: tuple[str, ...]
    lines: int
    triples: int
    facts: int

    def frame(self) -> DataFrame:
        """Return the rows; see `kgqa_neo4j.loading.spark.rows`."""
        return self.staging.rows(*self.folders)


class SparkParser:
    """Parses a source on a cluster, except for what an earlier attempt completed."""

    def __init__(self, staging: Staging, file: SparkFile) -> None:
        """`file` is the file that the source reads."""
        self._staging = staging
        self._file = file
        self._storage = Storage(staging.spark)

    def parse(self, source: Source, stages: Stages, rejects: Rejects) -> ParsedRows:
        """Parse all lines.

        Raises:
            ConfigError: the source or its options need several passes over all lines.
            TooManyBadLines: more bad lines than the limit.
        """
        if not isinstance(source, SplitSource) or source.whole:
            what = source.whole if isinstance(source, SplitSource) else f"this kind of source ({source.name})"
            raise ConfigError(f"Spark cannot load {what}", hint="load it without --engine spark")
        file = self._file
        key = hashlib.blake2b(f"{source.prefix}:{source.key}".encode(), digest_size=8).hexdigest()
        staging = replace(self._staging, folder=f"{self._staging.folder}/{key}")
        parsed, rest = f"{staging.folder}/rows", f"{staging.folder}/rest"
        with stages.stage("counted", "lines") as stage:
            lines = sum(split.lines for split in file.splits)
            stage.add(lines)
        with stages.stage("parsed", "triples") as stage:
            if not self._storage.is_whole(parsed):
                source.prepare()
                frame = file.run(Parsing(source), source.together, keeps_others=source.keeps_others)
                frame.write.partitionBy("kind").mode("overwrite").parquet(parsed)
            if not self._storage.is_whole(rest):
                self._write_rest(source, file, staging.rows(parsed), rest, lines)
            rows = staging.rows(parsed, rest)
            counted = rows.where(sql.col("kind") == kinds.COUNT).agg(
                sql.sum(sql.col("name").cast("bigint")), sql.sum(sql.col("id").cast("bigint"))
            )
            found = counted.first()
            triples, facts = (int((found and found[place]) or 0) for place in range(2))
            self._reject(rows, rejects, file)
            stage.add(triples, file.size)
        return ParsedRows(staging, (parsed, rest), lines, triples, facts)

    def clear(self) -> None:
        """Remove all stages, once the load is complete."""
        self._storage.remove(self._staging.folder)

    def _write_rest(
        self, source: SplitSource, file: SparkFile, rows: DataFrame, folder: str, lines: int
    ) -> None:
        """Write what involves several splits: the line groups at their edges, and the source's conclusion."""
        parsing = Parsing(source)
        found = [batch for part in file.edges(rows) for batch in parsing(part)]
        if isinstance(source, HasAsides):
            told = rows.where(sql.col("kind") == kinds.ASIDE).orderBy("place")
            asides = [PartNote(row.type, row.id, row.text or "") for row in told.toLocalIterator()]
            asides += _asides(found)
            writer = RowWriter()
            said: Iterator[Piece] = iter(source.conclusion(asides))
            for number, block in enumerate(cut(said)):
                writer.write(lines + 2 + number, (one for one in block if not isinstance(one, tuple)))
            found += writer.batches
        table = pa.Table.from_batches(found, kinds.ARROW)
        frame = self._staging.spark.createDataFrame(table, kinds.SCHEMA)
        frame.write.partitionBy("kind").mode("overwrite").parquet(folder)

    def _reject(self, rows: DataFrame, rejects: Rejects, file: SparkFile) -> None:
        """Report bad lines in order, as the local loader does."""
        rejects.resume(-1, 0)
        before = {split.file: split.before for split in file.splits}
        bad = rows.where(sql.col("kind") == kinds.BAD).orderBy("place")
        for row in bad.toLocalIterator():
            line, content = int(row.id), (row.name or "").encode("latin-1")
            if file.several:
                rejects.add(BadLine(before[row.type] + line, row.text, content, f"{row.type}:{line}"))
            else:
                rejects.add(BadLine(line, row.text, content))


def _asides(found: Sequence[pa.RecordBatch]) -> list[PartNote]:
    return [
        PartNote(row["type"], row["id"], row["text"] or "")
        for batch in found
        for row in batch.to_pylist()
        if row["kind"] == kinds.ASIDE
    ]
