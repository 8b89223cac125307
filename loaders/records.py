"""Tables as records with line numbers: CSV and its variants, JSON lines, Parquet."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import duckdb

from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.loaders.columns import BLANKS
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.recognition import BOM, DELIMITERS, SAMPLE, splitter
from kgqa_neo4j.model.errors import InputError

# Records may hold longer texts than triples.
MAX_RECORD = 1 << 20
BATCH = 10_000

Record = tuple[int, Mapping[str, Sequence[str]]]
"""The record's last line, and the texts in each column: none, one, or several."""


class Records(Protocol):
    """The records of a table file, in line order."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns in order."""

    @property
    def separators(self) -> bool:
        """Whether a cell may hold several values between separators."""

    def rows(self) -> Iterator[Record | BadLine]:
        """Yield all records.

        Raises:
            InputError: the file is damaged, after yielding what precedes the damage.
        """


def open_records(file: LineFile, delimiter: str = "") -> Records:
    """Return the records of a file, detecting its format.

    Raises:
        InputError: it holds no table.
    """
    if file.magic == b"PAR1":
        return ParquetRecords(file.path, file.name)
    if file.magic == b"PK\x03\x04":
        raise InputError(
            f"{file.name} is a spreadsheet or a ZIP archive", hint="export it as CSV and load that"
        )
    first = next(iter(file.first(1)), b"").removeprefix(BOM.encode()).lstrip()
    if first.startswith(b"["):
        raise InputError(
            f"{file.name} is one JSON list",
            hint="convert it to JSON lines, one object per line: jq -c '.[]'",
        )
    return JsonRecords(file) if first.startswith(b"{") else CsvRecords(file, delimiter)


class CsvRecords:
    """CSV, TSV or lines separated by `;` or `|`; the first line names the columns."""

    separators = True

    def __init__(self, file: LineFile, delimiter: str = "") -> None:
        """Read the header.

        Raises:
            InputError: two columns have the same name.
        """
        self._file = file
        sample = [line.decode(errors="replace").removeprefix(BOM) for line in file.first(SAMPLE)]
        self._delimiter = delimiter or _delimiter(sample)
        header = next(self._parsed([]), (0, []))[1]
        self.columns = tuple(name.strip(BLANKS) or f"column {place}" for place, name in enumerate(header, 1))
        if doubled := [name for name, count in Counter(self.columns).items() if count > 1]:
            raise InputError(
                f"{file.name}:1: two columns are called {doubled[0]!r}", hint="rename one of them in line 1"
            )

    def rows(self) -> Iterator[Record | BadLine]:
        """Yield the records after the header."""
        bad: list[BadLine] = []
        header = True
        for line, fields in self._parsed(bad):
            yield from bad
            bad.clear()
            if isinstance(fields, str):
                yield BadLine(line, fields, b"")
            elif not any(field.strip(BLANKS) for field in fields):
                continue
            elif header:
                header = False
            elif len(fields) != len(self.columns):
                reason = f"{len(fields)} columns instead of {len(self.columns)}"
                yield BadLine(line, reason, self._delimiter.join(fields).encode())
            else:
                texts = ((name, text.strip(BLANKS)) for name, text in zip(self.columns, fields, strict=True))
                yield line, {name: (text,) if text else () for name, text in texts}
        yield from bad

    def _parsed(self, bad: list[BadLine]) -> Iterator[tuple[int, list[str] | str]]:
        """Yield the fields of each record, or the reason why it is bad, with the number of its last line."""
        reader = csv.reader(self._texts(bad), delimiter=self._delimiter, skipinitialspace=True)
        while True:
            try:
                fields = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield reader.line_num, f"not CSV: {error}"
                continue
            yield reader.line_num, fields

    def _texts(self, bad: list[BadLine]) -> Iterator[str]:
        for number, line in enumerate(self._file.lines(), 1):
            reason = ""
            if line is None:
                reason = f"longer than {self._file.max_line} bytes"
            elif b"\0" in line:
                reason = "contains a NUL character"
            else:
                try:
                    text = line.decode()
                except UnicodeDecodeError as error:
                    reason = f"not UTF-8 at byte {error.start + 1}"
            if reason:
                bad.append(BadLine(number, reason, line or b""))
                yield "\n"
            else:
                yield (text.removeprefix(BOM) if number == 1 else text) + "\n"


class JsonRecords:
    """One JSON object per line; a list holds several values."""

    separators = False

    def __init__(self, file: LineFile) -> None:
        """Collect the column names in a first pass."""
        self._file = file
        names: dict[str, None] = {}
        with suppress(InputError):
            for row in self.rows():
                if not isinstance(row, BadLine):
                    names.update(dict.fromkeys(row[1]))
        self.columns = tuple(names)

    def rows(self) -> Iterator[Record | BadLine]:
        """Yield the objects."""
        for number, line in enumerate(self._file.lines(), 1):
            if line is None:
                yield BadLine(number, f"longer than {self._file.max_line} bytes", b"")
            elif line.strip():
                try:
                    found = json.loads(line.removeprefix(BOM.encode()), parse_float=str)
                    if not isinstance(found, dict):
                        raise ValueError("not a JSON object")
                    yield number, {name: texts_of(value) for name, value in found.items()}
                except (ValueError, RecursionError) as error:
                    yield BadLine(number, f"not a record in JSON: {error}", line)


class ParquetRecords:
    """A Parquet file; the row number serves as the line."""

    separators = False

    def __init__(self, path: Path, name: str) -> None:
        """Read the column names.

        Raises:
            InputError: the file cannot be read.
        """
        self._path, self._name = path, name
        with self._opened() as database:
            self.columns = tuple(column[0] for column in database.description or ())

    def rows(self) -> Iterator[Record | BadLine]:
        """Yield the rows."""
        number = 0
        with self._opened() as database:
            while True:
                try:
                    batch = database.fetchmany(BATCH)
                except duckdb.Error as error:
                    raise InputError(f"{self._name} is damaged: {error}", hint="download it again") from error
                if not batch:
                    return
                for values in batch:
                    number += 1
                    try:
                        cells = zip(self.columns, values, strict=True)
                        yield number, {name: texts_of(value) for name, value in cells}
                    except ValueError as error:
                        yield BadLine(number, str(error), b"")

    def _opened(self) -> duckdb.DuckDBPyConnection:
        database = duckdb.connect(config={"threads": 1})
        try:
            return database.execute("SELECT * FROM read_parquet($file)", {"file": str(self._path)})
        except duckdb.Error as error:
            raise InputError(
                f"{self._name} cannot be read: {error}", hint="check that it is a Parquet file"
            ) from error


def texts_of(value: Any) -> tuple[str, ...]:
    """Return a cell's value as texts, none for an empty cell.

    Raises:
        ValueError: the value is an object with named parts.
    """
    if value is None:
        return ()
    if isinstance(value, dict):
        raise ValueError("a cell that is an object")
    if isinstance(value, list | tuple):
        return tuple(text for one in value for text in texts_of(one))
    if isinstance(value, bool):
        return ("true" if value else "false",)
    text = (value.isoformat() if hasattr(value, "isoformat") else str(value)).strip(BLANKS)
    return (text,) if text else ()


def _delimiter(sample: Sequence[str]) -> str:
    """Return the delimiter that splits the first line, and at least half the sample, into the most columns."""
    best, most = DELIMITERS[0], (0, 0)
    for delimiter in ("\t", ";", ",", "|"):
        widths = []
        for line in sample:
            with suppress(csv.Error):
                widths.append(len(splitter(delimiter)(line)))
        if widths and widths[0] > 1:
            fitting = sum(width == widths[0] for width in widths)
            if 2 * fitting >= len(sample) and (widths[0], fitting) > most:
                best, most = delimiter, (widths[0], fitting)
    return best


def column_key(name: str) -> str:
    """Return a column's name as a relation: ``hire_date`` for ``Hire Date`` and ``hireDate``."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return "_".join(word for word in re.split(r"[\W_]+", spaced.lower()) if word) or name
