"""Segments as tables of DuckDB."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb

from kgqa_neo4j.loading.bulk import segments
from kgqa_neo4j.loading.bulk.columns import ENTITY_COLUMNS, TRIPLE_COLUMNS
from kgqa_neo4j.loading.bulk.sql import KEYS, identifier, literal
from kgqa_neo4j.model.errors import InputError

MEMORY_LIMIT = "256MB"
# The database of a preparation, and the folder of what exceeds its memory.
_WORK, _SPILL = "work.duckdb", "spill"
_LEAST_LINE = 1 << 21
_LEAST_BUFFER = 1 << 23

TRIPLE_NAMES = [column.split(":")[0] for column in TRIPLE_COLUMNS]
_ENTITY_NAMES = ["place", *(column.split(":")[0] for column in ENTITY_COLUMNS)]
_PROPERTIES = ["shape", "values"]
_COLUMNS = {
    segments.TRIPLES: TRIPLE_NAMES,
    segments.BROKEN_TRIPLES: TRIPLE_NAMES,
    segments.PLAIN: TRIPLE_NAMES,
    segments.QUALIFIED: [*TRIPLE_NAMES, *_PROPERTIES],
    segments.ENTITIES: _ENTITY_NAMES,
    segments.BROKEN_ENTITIES: _ENTITY_NAMES,
    segments.PLAIN_ENTITIES: _ENTITY_NAMES,
    segments.VALUES: [*_ENTITY_NAMES, *_PROPERTIES],
    segments.RELATIONS: ["place", "id", "name", "description", "aliases"],
}


def remove_leftovers(folder: Path) -> None:
    """Delete the database that an interrupted preparation left in the folder of its segments."""
    for file in folder.glob(f"{_WORK}*"):
        file.unlink()
    shutil.rmtree(folder / _SPILL, ignore_errors=True)


class Segments:
    """The segments in a folder, and a database that processes them in little memory."""

    def __init__(self, folder: Path, longest: int) -> None:
        """`longest` is the maximum characters in a row."""
        self._folder = folder
        self._work = folder / _WORK
        self._longest = longest

    @contextmanager
    def database(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Open an empty database in the folder, which is deleted at the end.

        Raises:
            InputError: memory and disk are insufficient.
        """
        options: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": MEMORY_LIMIT,
            "temp_directory": str(self._folder / _SPILL),
            "preserve_insertion_order": False,
        }
        remove_leftovers(self._folder)
        try:
            with duckdb.connect(str(self._work), config=options) as database:
                # The progress bar would go to standard output, which is for the summary.
                database.execute("SET enable_progress_bar = false")
                yield database
        except duckdb.OutOfMemoryException as error:
            raise InputError(
                f"cannot collect the rows of this source: {error}",
                hint="free some disk space and memory, then run the same command again",
            ) from error
        remove_leftovers(self._folder)

    def files(self, kind: str) -> list[str]:
        """Return the files of a kind, in block order."""
        return sorted(str(file) for file in self._folder.glob(f"*.{kind}.csv"))

    def file(self, block: int, kind: str) -> Path:
        """Return the path of a block's file of a kind, which may not exist."""
        return segments.segment_file(self._folder, block, kind)

    def keys(self) -> str:
        """Return an expression that reads the `KEYS` of the plain triples."""
        if files := self._parquets("keys"):
            return _parquet(files)
        return f"(SELECT {KEYS} FROM {self.rows(segments.PLAIN)})"

    def rows(self, kind: str, files: Sequence[str] | None = None) -> str:
        """Return an expression that reads the rows of a kind, from all or the given files."""
        names = _COLUMNS[kind]
        if kind == segments.PLAIN_ENTITIES:
            if found := self._parquets(kind):
                return _parquet(found)
            files = ()
        files = self.files(kind) if files is None else files
        if not files:
            empty = ", ".join(f"NULL::{_type(name)} AS {identifier(name)}" for name in names)
            return f"(SELECT {empty} WHERE false)"
        columns = ", ".join(f"{literal(name)}: {literal(_type(name))}" for name in names)
        # Files written by DuckDB have its own line ends.
        end = r"\n" if kind == segments.PLAIN else r"\r\n"
        most = max(self._longest * 4 + 1024, _LEAST_LINE)
        return (
            f"read_csv([{', '.join(map(literal, files))}], header = false, auto_detect = false, delim = ',', "
            f"quote = '\"', escape = '\"', new_line = '{end}', max_line_size = {most}, "
            f"buffer_size = {max(most * 2, _LEAST_BUFFER)}, columns = {{{columns}}})"
        )

    def _parquets(self, kind: str) -> list[str]:
        return sorted(str(file) for file in self._folder.glob(f"*.{kind}.parquet"))


def _parquet(files: Sequence[str]) -> str:
    return f"read_parquet([{', '.join(map(literal, files))}])"


def _type(column: str) -> str:
    return "BIGINT" if column == "place" else "VARCHAR"
