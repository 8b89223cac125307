"""Loader for triples as text: one a line, in columns separated by tabs, `|` or commas."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from kgqa_neo4j.loaders.base import MAX_KEY, BadLine, Fact, LoaderOption, named_entity
from kgqa_neo4j.loaders.columns import TRIPLE, Columns
from kgqa_neo4j.loaders.files import MAX_LINE, FileSource, LineFile, spool_stdin, stem
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Relation, Triple, relation_name

DELIMITERS = ("\t", "|", ",")
SAMPLE = 200
NAMED_DELIMITERS = {"tab": "\t", r"\t": "\t", "pipe": "|", "comma": ","}
_BOM = "\ufeff"


class TripleFile(FileSource):
    """A file of triples; see `kgqa_neo4j.loaders.base.Source`."""

    def __init__(
        self,
        file: LineFile,
        prefix: str,
        *,
        delimiter: str = "",
        header: bool = False,
        columns: Columns | None = None,
    ) -> None:
        """Read a sample of the file to find its delimiter, unless it is given.

        Args:
            file: the file.
            prefix: of the entities' ids.
            delimiter: what separates the columns; found from the content when empty.
            header: whether the first line names the columns.
            columns: what they are; when None the header's, or subject, relation and object.

        Raises:
            InputError: the delimiter cannot be told from the content, or the header from the columns.
        """
        super().__init__(file)
        self.prefix = prefix
        wanted = None if header and columns is None else len((columns or Columns()).names)
        self.delimiter = delimiter or find_delimiter(file, wanted)
        self._header = header
        self._split = _split_csv if self.delimiter == "," else self._split_plain
        self.columns = columns or (self._named() if header else Columns())
        self._qualified = self.columns.has_qualifiers
        found = self.delimiter
        if delimiter:
            found = ""
            with suppress(InputError):
                found = find_delimiter(file, wanted)
        self.key = "-".join(part for part in (file.key(), self.columns.key(), self._how(found)) if part)

    def items(self, after: int = 0) -> Iterator[Fact | BadLine]:
        """Yield a fact or a bad line for every line after line `after` that is not blank."""
        for number, line in self.lines(after):
            yield from self.parse(number, line)

    def lines(self, after: int = 0) -> Iterator[tuple[int, bytes | None]]:
        """Yield the lines after line `after` that are not empty, without the header, with their numbers."""
        header = self._header
        for number, line in enumerate(self._file.lines(), 1):
            if header and line:
                header = False
            elif number > after and line != b"":
                yield number, line

    def parse(self, number: int, line: bytes | None) -> Iterable[Fact | BadLine]:
        """Yield what a line holds: nothing, a fact, or why there is none, or not all of it."""
        if line is None:
            yield BadLine(number, f"longer than {MAX_LINE} bytes", b"")
            return
        try:
            parts = self._parts(number, line)
        except ValueError as error:
            yield BadLine(number, str(error), line)
            return
        if parts:
            if not self._qualified:
                yield Fact(number, self._triple(*self.columns.triple(parts), {}, ""))
                return
            qualifiers, statement, wrong = self.columns.qualifiers(parts)
            for reason in wrong:
                yield BadLine(number, reason, line)
            yield Fact(number, self._triple(*self.columns.triple(parts), qualifiers, statement))

    @property
    def separator(self) -> str:
        """What stands between the three names of a line; "" when there is more to a line than that."""
        return self.delimiter if self._split == self._split_plain and self.columns.names == TRIPLE else ""

    def _parts(self, number: int, line: bytes) -> list[str]:
        """Return the columns of a line, none of a blank one.

        Raises:
            ValueError: it cannot be used; the message says why.
        """
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"not UTF-8 at byte {error.start + 1}") from error
        if number == 1:
            text = text.removeprefix(_BOM)
        if not text.strip():
            return []
        if "\0" in text:
            raise ValueError("contains a NUL character")
        try:
            parts = self._split(text)
        except csv.Error as error:
            raise ValueError(f"not CSV: {error}") from error
        if len(parts) != len(self.columns.names):
            raise ValueError(f"{len(parts)} columns instead of {len(self.columns.names)}")
        for name, part in zip(TRIPLE, self.columns.triple(parts), strict=True):
            if not part.strip():
                raise ValueError(f"empty {name}")
            if len(part) > MAX_KEY or len(part.encode()) > MAX_KEY:
                raise ValueError(f"the {name} is too long to be a name")
        return parts

    def _how(self, found: str) -> str:
        """Return what identifies how the file is read, "" if as one like it is without being told."""
        if self.delimiter == found and not self._header:
            return ""
        told = json.dumps([self.delimiter if self.delimiter != found else "", self._header])
        return hashlib.blake2b(told.encode(), digest_size=4).hexdigest()

    def _triple(
        self, subject: str, relation: str, object_: str, qualifiers: Mapping[str, Any], statement: str
    ) -> Triple:
        ends = [named_entity(self.prefix, name) for name in (subject, object_)]
        return Triple(ends[0], self.relation(relation), ends[1], qualifiers, statement)

    def relation(self, name: str) -> Relation:
        """Return the relation of a name."""
        return Relation(name, relation_name(name))

    def _named(self) -> Columns:
        """Return what the header says. Three columns need not be called as those of a triple are.

        Raises:
            InputError: it is not CSV, or names no columns of triples.
        """
        line = next((line for line in self._file.lines() if line), b"")
        try:
            names = self._split(line.decode(errors="replace").removeprefix(_BOM))
        except csv.Error as error:
            raise InputError(
                f"{self.name}:1: the header is not CSV: {error}",
                hint="mend it, or name the columns with --columns",
            ) from error
        if len(names) == len(TRIPLE) and {name.strip().lower() for name in names} != set(TRIPLE):
            return Columns()
        return Columns.of(names, f"{self.name}:1") if names else Columns()

    def _split_plain(self, text: str) -> list[str]:
        return text.split(self.delimiter)


def find_delimiter(file: LineFile, columns: int | None = len(TRIPLE)) -> str:
    """Return the delimiter that cuts most of the first lines into so many columns.

    When `columns` is None, into as many as it cuts the first line into, three at least.

    Raises:
        InputError: none does so for at least half of them.
    """
    sample = [line.decode(errors="replace") for line in islice(file.lines(), SAMPLE) if line]
    if not sample:
        return DELIMITERS[0]
    fits: Counter[str] = Counter()
    for delimiter in DELIMITERS:
        split = _split_csv if delimiter == "," else _splitter(delimiter)
        wanted = max(_columns(split, sample[0]), len(TRIPLE)) if columns is None else columns
        fits[delimiter] = sum(_columns(split, line) == wanted for line in sample)
    best = max(DELIMITERS, key=lambda delimiter: fits[delimiter])
    if fits[best] * 2 < len(sample):
        raise InputError(
            f"{file.name}:1: cannot tell what separates the {'' if columns is None else f'{columns} '}columns",
            hint="say it with --delimiter (tab, '|', ',' or any text); what more than three columns are, "
            "with --columns",
        )
    return best


def _splitter(delimiter: str) -> Callable[[str], list[str]]:
    return lambda text: text.split(delimiter)


def _columns(split: Callable[[str], list[str]], line: str) -> int:
    try:
        return len(split(line))
    except csv.Error:
        return 0


def _split_csv(text: str) -> list[str]:
    # The end of a record that began on a line before would pass for a record of its own.
    if text.count('"') % 2:
        raise csv.Error("a quote that is not closed on its line")
    return next(csv.reader([text], strict=True), [])


class TriplesLoader:
    """Triples from a file or standard input."""

    help = """Load triples: subject, relation, object on each line, separated by tabs, `|` or commas.

    \b
    FILE may be plain, .gz, .bz2 or .zst; `-` reads standard input:
      kgqa load triples facts.tsv
      zcat facts.csv.gz | kgqa load triples - --prefix facts
      kgqa load triples offices.tsv --columns subject,relation,object,start_time,end_time
    """
    needs_path = True
    options = (
        LoaderOption("prefix", "Prefix of the entities' ids; the file's stem unless given."),
        LoaderOption("delimiter", "What separates the columns; found from the content unless given."),
        LoaderOption("header", "The first line names the columns.", flag=True),
        LoaderOption("columns", "What the columns are: subject, relation, object, and qualifiers by name."),
    )

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> TripleFile:
        """Open a file of triples, or standard input for ``-``.

        Raises:
            InputError: no such file, or its delimiter cannot be told.
        """
        given = options.get("delimiter")
        named = options.get("columns")
        columns = Columns.of(str(named).split(","), "--columns") if named else None
        delimiter = NAMED_DELIMITERS.get(str(given), str(given)) if given else ""
        file = LineFile(spool_stdin(), "stdin") if path == "-" else LineFile(Path(path))
        prefix = str(options.get("prefix") or ("stdin" if path == "-" else stem(file.path)))
        return TripleFile(
            file, prefix, delimiter=delimiter, header=bool(options.get("header")), columns=columns
        )


loader = TriplesLoader()
