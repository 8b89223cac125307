"""Loader for triples as text: one a line, three columns, separated by tabs, `|` or commas."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.graph import Entity, Relation, Triple, relation_name
from kgqa_neo4j.loaders.base import BadLine, Fact, LoaderOption
from kgqa_neo4j.loaders.files import MAX_LINE, LineFile, spool_stdin, stem

DELIMITERS = ("\t", "|", ",")
SAMPLE = 200
NAMED_DELIMITERS = {"tab": "\t", r"\t": "\t", "pipe": "|", "comma": ","}
_BOM = "\ufeff"


class TripleFile:
    """A file of triples; see `kgqa_neo4j.loaders.base.Source`."""

    def __init__(self, file: LineFile, prefix: str, *, delimiter: str = "", header: bool = False) -> None:
        """Read a sample of the file to find its delimiter, unless it is given.

        Raises:
            InputError: the delimiter cannot be told from the content.
        """
        self._file = file
        self.name = file.name
        self.prefix = prefix
        self.size = file.size
        self.delimiter = delimiter or find_delimiter(file)
        self.key = file.key()
        self._header = header
        self._split = _split_csv if self.delimiter == "," else self._split_plain

    @property
    def read(self) -> int:
        """Bytes read so far."""
        return self._file.read

    @property
    def line(self) -> int:
        """Lines read so far."""
        return self._file.line

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

    def parse(self, number: int, line: bytes | None) -> tuple[Fact | BadLine, ...]:
        """Return what a line holds: nothing, a fact, or why there is none."""
        item = self._item(number, line)
        return () if item is None else (item,)

    def _item(self, number: int, line: bytes | None) -> Fact | BadLine | None:
        if line is None:
            return BadLine(number, f"longer than {MAX_LINE} bytes", b"")
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            return BadLine(number, f"not UTF-8 at byte {error.start + 1}", line)
        if number == 1:
            text = text.removeprefix(_BOM)
        if not text.strip():
            return None
        if "\0" in text:
            return BadLine(number, "contains a NUL character", line)
        try:
            parts = self._split(text)
        except csv.Error as error:
            return BadLine(number, f"not CSV: {error}", line)
        if len(parts) != 3:
            return BadLine(number, f"{len(parts)} columns instead of 3", line)
        for part, what in zip(parts, ("subject", "relation", "object"), strict=True):
            if not part.strip():
                return BadLine(number, f"empty {what}", line)
        subject, relation, object_ = parts
        triple = Triple(
            self._entity(subject), Relation(relation, relation_name(relation)), self._entity(object_)
        )
        return Fact(number, triple)

    def _entity(self, name: str) -> Entity:
        spaced = name.replace("_", " ").strip()
        aliases = (spaced,) if spaced not in (name, "") else ()
        return Entity(f"{self.prefix}:{name}", name, aliases)

    def _split_plain(self, text: str) -> list[str]:
        return text.split(self.delimiter)


def find_delimiter(file: LineFile) -> str:
    """Return the delimiter that cuts most of the first lines into three columns.

    Raises:
        InputError: none does so for at least half of them.
    """
    sample = [line.decode(errors="replace") for line in islice(file.lines(), SAMPLE) if line]
    if not sample:
        return DELIMITERS[0]
    fits: Counter[str] = Counter()
    for delimiter in DELIMITERS:
        split = _split_csv if delimiter == "," else _splitter(delimiter)
        fits[delimiter] = sum(_columns(split, line) == 3 for line in sample)
    best = max(DELIMITERS, key=lambda delimiter: fits[delimiter])
    if fits[best] * 2 < len(sample):
        raise InputError(
            f"{file.name}:1: cannot tell what separates the three columns",
            hint="say it with --delimiter (tab, '|', ',' or any text)",
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
    return next(csv.reader([text], strict=True), [])


class TriplesLoader:
    """Triples from a file or standard input."""

    help = """Load triples: subject, relation, object on each line, separated by tabs, `|` or commas.

    \b
    FILE may be plain, .gz, .bz2 or .zst; `-` reads standard input:
      kgqa load triples facts.tsv
      zcat facts.csv.gz | kgqa load triples - --prefix facts
    """
    needs_path = True
    options = (
        LoaderOption("prefix", "Prefix of the entities' ids; the file's stem unless given."),
        LoaderOption("delimiter", "What separates the columns; found from the content unless given."),
        LoaderOption("header", "The first line names the columns.", flag=True),
    )

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> TripleFile:
        """Open a file of triples, or standard input for ``-``.

        Raises:
            InputError: no such file, or its delimiter cannot be told.
        """
        given = options.get("delimiter")
        delimiter = NAMED_DELIMITERS.get(str(given), str(given)) if given else ""
        file = LineFile(spool_stdin(), "stdin") if path == "-" else LineFile(Path(path))
        prefix = str(options.get("prefix") or ("stdin" if path == "-" else stem(file.path)))
        return TripleFile(file, prefix, delimiter=delimiter, header=bool(options.get("header")))


loader = TriplesLoader()
