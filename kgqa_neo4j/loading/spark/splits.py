"""A source's files read by Spark: in splits, whose lines are counted first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeVar

from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loaders.files import LineFile, is_utf_16
from kgqa_neo4j.loading.spark.edges import groups
from kgqa_neo4j.loading.spark.rows import EDGE, FOUND, SCHEMA
from kgqa_neo4j.loading.spark.shipping import shipped
from kgqa_neo4j.loading.spark.split_file import Numbered, SplitFile, as_line
from kgqa_neo4j.loading.spark.split_tasks import (
    BEGINS,
    TOO_LONG,
    Looking,
    Settings,
    Split,
    Work,
    on_splits,
    unpacked,
)
from kgqa_neo4j.loading.spark.staging import Staging
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.model.errors import InputError

T = TypeVar("T")
# Bytes per task of an exchange, and the assumed expansion of a compressed byte.
_EXCHANGED, _PACKED = 32 << 20, 8
# How compressed files begin: gzip and bzip2, which Spark reads, and zstd, which it does not.
_PACKERS = (b"\x1f\x8b", b"BZh")
_ZSTD = b"\x28\xb5\x2f\xfd"
# Number of lines for detecting the format.
_FIRST = 1000


class SparkFile(LineFile):
    """A file, a folder of files or a pattern, on any file system that Spark reads; see `LineFile`.

    Lines are numbered per file.
    """

    def __init__(self, staging: Staging, path: str, max_line: int) -> None:
        """List the files.

        Raises:
            InputError: there are none, they cannot be read, or Spark does not support their compression.
        """
        self._staging = staging
        self._storage = Storage(staging.spark)
        self._files = self._storage.files(path)
        self.path = Path(PurePosixPath(path.rstrip("/")).name)
        self.name = self.path.name
        self.max_line = max_line
        self.read = self.line = 0
        self.size = sum(one.size for one in self._files)
        self._magic = self._storage.first_bytes(self._files[0].path, 4)
        if is_utf_16(self._magic):
            raise InputError(f"{self.name} is UTF-16", hint="convert it to UTF-8 first, e.g. with iconv")
        if self._magic == _ZSTD:
            raise InputError(
                f"Spark cannot read {self.name}, which is zstd", hint="unpack it, or pack it with bzip2 or gzip"
            )
        size = self.size * (_PACKED if self._magic.startswith(_PACKERS) else 1)
        parts = max(staging.spark.sparkContext.defaultParallelism, size // _EXCHANGED)
        staging.spark.conf.set("spark.sql.shuffle.partitions", str(parts))

    def __getstate__(self) -> dict[str, object]:
        # Tasks receive lines; they do not read files themselves.
        return {"name": self.name, "max_line": self.max_line, "path": self.path, "size": 0}

    @property
    def several(self) -> bool:
        """Whether there is more than one file."""
        return len(self._files) > 1

    def key(self) -> str:
        """Return 16 hex digits for the files' names, sizes and times, since hashing their content would take long."""
        listed = json.dumps([(PurePosixPath(one.path).name, one.size, one.changed) for one in self._files])
        return hashlib.blake2b(listed.encode(), digest_size=8).hexdigest()

    def lines(self) -> Iterator[bytes | None]:
        """Yield the first lines, for detecting the format."""
        return iter(self._first)

    @cached_property
    def _first(self) -> list[bytes | None]:
        return [as_line(bytes(row.value), self.max_line) for row in self._text().limit(_FIRST).collect()]

    @cached_property
    def splits(self) -> list[Split]:
        """The splits, in the order of the files and their lines."""
        counted = (
            self._text("_metadata.file_path", "_metadata.file_block_start")
            .groupBy(sql.spark_partition_id().alias("part"), "file_path", "file_block_start")
            .count()
            .collect()
        )
        rows = sorted((row.file_path, row.file_block_start, row.part, row["count"]) for row in counted)
        splits: list[Split] = []
        # The numbers of lines before this split, and before its file.
        total = before = 0
        last = ""
        for path, _, part, count in rows:
            if path != last:
                last, before = path, total
            name = PurePosixPath(path).name if self.several else self.name
            splits.append(Split(part, name, total - before + 1, before, count))
            total += count
        return splits

    def looked(
        self, look: Callable[[LineFile], Iterator[T]], together: Callable[[bytes], bytes] | None = None
    ) -> Iterator[T]:
        """Yield what `look` finds in all splits; see `LineFile.looked`."""
        folder = f"{self._staging.folder}/looked"
        self.run(Looking(look), together, keeps_others=True).write.mode("overwrite").parquet(folder)
        found = self._staging.rows(folder)
        for row in found.where(sql.col("kind") == FOUND).orderBy("place", "id").toLocalIterator():
            yield unpacked(row.name)
        for part in self.edges(found):
            yield from look(part)

    def run(self, work: Work, together: Callable[[bytes], bytes] | None, *, keeps_others: bool) -> DataFrame:
        """Return the rows that `work` makes of each split, and the lines at its edges for `edges`."""
        settings = Settings({split.part: split for split in self.splits}, self.max_line, together, keeps_others)
        context = self._staging.spark.sparkContext
        sent = context.broadcast(shipped((settings, work), context, self._staging.local / "shipped"))
        return self._text().mapInArrow(on_splits(sent), SCHEMA)

    def edges(self, rows: DataFrame) -> Iterator[SplitFile]:
        """Yield the line groups at the edges of splits, from the rows of `run`."""
        found = (
            rows.where(sql.col("kind") == EDGE).orderBy("place").select("id", "place", "type", "name", "text")
        )
        before = {split.file: split.before for split in self.splits}

        def listed() -> Iterator[tuple[str, tuple[int, bytes | None, bool]]]:
            for row in found.toLocalIterator():
                line = None if row.name is None and row.text == TOO_LONG else (row.name or "").encode("latin-1")
                yield row.id, (int(row.type), line, row.text == BEGINS)

        for file, group in groups(listed()):
            yield self._part(file, group, before[file])

    def _part(self, file: str, lines: list[Numbered], before: int) -> SplitFile:
        return SplitFile(file, lines, first=lines[0][0], before=before, max_line=self.max_line)

    def _text(self, *columns: str) -> DataFrame:
        paths = [one.path for one in self._files]
        text = self._staging.spark.read.option("lineSep", "\n").text(paths)
        return text.select(sql.col("value").cast("binary").alias("value"), *columns)
