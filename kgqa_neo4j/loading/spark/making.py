"""Making the files of a load with Spark, in stages that are kept, so that a later attempt resumes after the last."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loaders.base import BadLine, HasAsides, HasMediators, PartNote, Source, SplitSource
from kgqa_neo4j.loading.bulk.files import Files, write_header
from kgqa_neo4j.loading.bulk.load import BuiltFiles, FileBuilder
from kgqa_neo4j.loading.bulk.parallel_parsing import Piece, cut
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.loading.spark import rows as kinds
from kgqa_neo4j.loading.spark.gathering import Gathering
from kgqa_neo4j.loading.spark.rows import RowWriter
from kgqa_neo4j.loading.spark.splits import SparkContextFolders, SparkFile
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.loading.spark.tasks import Parsing
from kgqa_neo4j.loading.stages import Stages
from kgqa_neo4j.model.errors import ConfigError


class SparkMaking(FileBuilder):
    """Makes a load's files on a cluster."""

    def __init__(self, spread: SparkContextFolders, file: SparkFile) -> None:
        """`file` is the file that the source reads."""
        self._spread = spread
        self._file = file
        self._storage = Storage(spread.spark)

    def make(self, source: Source, folder: Path, stages: Stages, rejects: Rejects) -> BuiltFiles:
        """Parse and gather; see `FileBuilder`.

        Raises:
            ConfigError: the source or its options need several passes over all lines.
        """
        if not isinstance(source, SplitSource) or source.whole:
            what = source.whole if isinstance(source, SplitSource) else f"this kind of source ({source.name})"
            raise ConfigError(f"Spark cannot load {what}", hint="load it without --engine spark")
        return self._made(source, folder, stages, rejects)

    def _made(self, source: SplitSource, folder: Path, stages: Stages, rejects: Rejects) -> BuiltFiles:
        file = self._file
        key = hashlib.blake2b(f"{source.prefix}:{source.key}".encode(), digest_size=8).hexdigest()
        spread = SparkContextFolders(self._spread.spark, f"{self._spread.staging}/{key}", self._spread.folder)
        parsed, rest = f"{spread.staging}/rows", f"{spread.staging}/rest"
        with stages.stage("counted", "lines") as stage:
            lines = sum(split.lines for split in file.splits)
            stage.add(lines)
        with stages.stage("parsed", "triples") as stage:
            if not self._storage.is_whole(parsed):
                source.prepare()
                frame = file.run(Parsing(source), source.together, keeps_others=source.keeps_others)
                frame.write.partitionBy("kind").mode("overwrite").parquet(parsed)
            rows = spread.rows(parsed)
            if not self._storage.is_whole(rest):
                self._write_rest(source, file, rows, rest, lines)
            rows = spread.rows(parsed, rest)
            counted = rows.where(sql.col("kind") == kinds.COUNT).agg(
                sql.sum(sql.col("name").cast("bigint")), sql.sum(sql.col("id").cast("bigint"))
            )
            found = counted.first()
            triples = int((found and found[0]) or 0)
            self._reject(rows, rejects, file)
            stage.add(triples, file.size)
        if not int((found and found[1]) or 0):
            return BuiltFiles(Files(), lines, triples)
        with stages.stage("gathered", "triples") as stage:

            def header(name: str, columns: Sequence[str]) -> str:
                return write_header(folder, name, columns)

            mediators = isinstance(source, HasMediators) and source.has_mediators
            gathering = Gathering(spread, [parsed, rest], header, mediators=mediators)
            files = gathering.run(lambda share: stage.show(share, 1.0))
            stage.add(files.triples)
        listed = {path for group in (*files.nodes, *files.relationships) for path in group}
        files.bytes = sum(
            one.size
            for name in {str(Path(path).parent) for path in listed}
            for one in self._storage.written(name)
            if one.path in listed
        )
        return BuiltFiles(files, lines, triples)

    def clear(self) -> None:
        """Remove all stages, once the load is complete."""
        self._storage.remove(self._spread.staging)

    def _write_rest(
        self, source: SplitSource, file: SparkFile, rows: DataFrame, folder: str, lines: int
    ) -> None:
        """Write what involves several splits: the line groups at their edges, and the source's conclusion."""
        parsing = Parsing(source)
        found: list[pa.RecordBatch] = []
        asides: list[PartNote] = []
        for part in file.edges(rows):
            for batch in parsing(part):
                found.append(batch)
        if isinstance(source, HasAsides):
            told = rows.where(sql.col("kind") == kinds.ASIDE).orderBy("place")
            asides = [PartNote(row.type, row.id, row.text or "") for row in told.toLocalIterator()]
            asides += _asides(found)
            writer = RowWriter()
            said: Iterator[Piece] = iter(source.conclusion(asides))
            for number, block in enumerate(cut(said)):
                writer.write(lines + 2 + number, (one for one in block if not isinstance(one, tuple)))
            found += writer.batches
        empty = pa.Table.from_batches([], kinds.ARROW)
        table = pa.Table.from_batches(found, kinds.ARROW) if found else empty
        frame = self._spread.spark.createDataFrame(table, kinds.SCHEMA)
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
    asides = []
    for batch in found:
        for row in batch.to_pylist():
            if row["kind"] == kinds.ASIDE:
                asides.append(PartNote(row["type"], row["id"], row["text"] or ""))
    return asides
