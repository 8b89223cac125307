"""Loader for triples as text: one per line, in columns separated by tabs, `|`, commas or semicolons."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from typing import Any, Self

from kgqa_neo4j.loaders.base import MAX_KEY, BadLine, Fact, LoaderOption, named_entity
from kgqa_neo4j.loaders.columns import BLANKS, TRIPLE, Columns
from kgqa_neo4j.loaders.files import MAX_LINE, FileSource, LineFile, open_lines, spool_stdin, stem
from kgqa_neo4j.loaders.recognition import BOM, QUOTED, Layout, recognise, splitter
from kgqa_neo4j.loaders.value_types import ValueType, ValueTypes, may_have_values, said_types
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity, Relation, Triple, relation_name

NAMED_DELIMITERS = {"tab": "\t", r"\t": "\t", "pipe": "|", "comma": ",", "semicolon": ";"}


class TripleFile(FileSource):
    """A file of triples; see `kgqa_neo4j.loaders.base.SplitSource`."""

    whole = ""
    together = None
    keeps_others = False

    def __init__(
        self, file: LineFile, prefix: str, layout: Layout, *, told: str = "", typed: bool = False
    ) -> None:
        """Infer, if `typed`, which relations lead to values in a first pass over the file.

        Args:
            file: the file.
            prefix: prefix of the entities' ids.
            layout: how to read its lines.
            told: distinguishes explicitly chosen ways to read the same file; "" for the one detected by default.
            typed: whether dates, numbers and booleans become values; otherwise everything stays a name.
        """
        super().__init__(file)
        self.prefix = prefix
        self.delimiter, self.columns = layout.delimiter, layout.columns
        self._header = layout.header
        self._split: Callable[[str], list[str]] = splitter(layout.delimiter)
        self._qualified = self.columns.has_qualifiers
        self._types: dict[str, ValueType] = self._found_types() if typed else {}
        self.notes = (*layout.notes, *said_types(self._types))
        types = "typed" if self._types else ""
        self.key = "-".join(part for part in (file.key(), self.columns.key(), told, types) if part)

    def items(self, after: int = 0) -> Iterator[Fact | BadLine]:
        """Yield a fact or bad lines for every non-blank line after line `after`."""
        for number, line in self.lines(after):
            yield from self.parse(number, line)

    def lines(self, after: int = 0) -> Iterator[tuple[int, bytes | None]]:
        """Yield the non-empty lines after line `after`, except the header, with their numbers."""
        header = self._header and self._file.begins
        for number, line in self._file.numbered():
            if header and line:
                header = False
            elif number > after and line != b"":
                yield number, line

    def parse(self, number: int, line: bytes | None) -> Iterable[Fact | BadLine]:
        """Yield a line's fact, and why the line or a part of it is unusable; nothing for a blank line."""
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

    def prepare(self) -> None:
        """Do nothing: the first pass took place when the file was opened."""

    def on(self, file: LineFile) -> Self:
        """Return a copy of this source for a part of its lines; see `kgqa_neo4j.loaders.base.SplitSource`."""
        part = copy(self)
        part._file = file
        return part

    @property
    def separator(self) -> str:
        """The separator between a line's three names; "" if lines have further columns, or quotes."""
        return self.delimiter if self.delimiter not in QUOTED and self.columns.names == TRIPLE else ""

    @property
    def typed_relations(self) -> frozenset[str]:
        """The relations whose objects are all, or mostly, values."""
        return frozenset(self._types)

    def relation(self, name: str) -> Relation:
        """Return the relation with this name."""
        return Relation(name, relation_name(name))

    def _parts(self, number: int, line: bytes) -> list[str]:
        """Return the fields of a line, stripped of blanks; none for a blank line.

        Raises:
            ValueError: the line is unusable; the message says why.
        """
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"not UTF-8 at byte {error.start + 1}") from error
        if number == 1:
            text = text.removeprefix(BOM)
        if not text.strip():
            return []
        if "\0" in text:
            raise ValueError("contains a NUL character")
        try:
            parts = [part.strip(BLANKS) for part in self._split(text)]
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

    def _triple(
        self, subject: str, relation: str, object_: str, qualifiers: Mapping[str, Any], statement: str
    ) -> Triple:
        end = self._value(relation, object_) or named_entity(self.prefix, object_)
        return Triple(named_entity(self.prefix, subject), self.relation(relation), end, qualifiers, statement)

    def _value(self, relation: str, text: str) -> Entity | None:
        type_ = self._types.get(relation)
        return None if type_ is None else type_.value(text)

    def _found_types(self) -> dict[str, ValueType]:
        types = ValueTypes()
        # Damage is reported when the rows are read.
        with suppress(InputError):
            for part in self._file.looked(self._types_in):
                types.merge(part)
        return types.found()

    def _types_in(self, file: LineFile) -> Iterator[ValueTypes]:
        types = ValueTypes()
        separator = self.separator.encode()
        names: Counter[bytes] = Counter()
        with suppress(InputError):
            for number, line in self.on(file).lines():
                if line is None:
                    continue
                # Most lines have only names, and need no closer look.
                if separator and len(parts := line.split(separator)) == 3 and not may_have_values(*parts):
                    names[parts[1]] += 1
                    continue
                with suppress(ValueError):
                    if found := self._parts(number, line):
                        types.add(*self.columns.triple(found))
        for relation, count in names.items():
            types.add_names(relation.decode(errors="replace").strip(BLANKS), count)
        yield types


class TriplesLoader:
    """Triples from a file or standard input."""

    help = """Load triples: subject, relation, object on each line, separated by tabs, `|`, `,` or `;`.

    \b
    FILE may be plain, .gz, .bz2 or .zst; `-` reads standard input:
      kgqa load triples facts.tsv
      zcat facts.csv.gz | kgqa load triples - --prefix facts
      kgqa load triples pairs.csv --columns subject,object,relation
      kgqa load triples offices.tsv --columns subject,relation,object,start_time,end_time

    A header such as subject,predicate,object or source,target,type is recognised. Dates, numbers and
    yes or no become typed values, relation by relation. For RDF use `kgqa load rdf`, for a table with one
    entity per row `kgqa load table`.
    """
    needs_path = True
    options = (
        LoaderOption("prefix", "Prefix of entity ids; default: the file name without its extension."),
        LoaderOption("delimiter", "Column separator; detected by default."),
        LoaderOption("header", "The first line names the columns.", flag=True),
        LoaderOption("no_header", "The first line is a fact, even if it looks like a header.", flag=True),
        LoaderOption("columns", "Names of the columns: subject, relation, object, and qualifiers by name."),
        LoaderOption("no_typed", "Keep dates, numbers and booleans as names.", flag=True),
    )

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> TripleFile:
        """Open a file of triples, or standard input for ``-``.

        Raises:
            InputError: no such file, or it does not hold triples in columns.
        """
        given = options.get("delimiter")
        named = options.get("columns")
        columns = Columns.of(str(named).split(","), "--columns") if named else None
        delimiter = NAMED_DELIMITERS.get(str(given), str(given)) if given else ""
        header = True if options.get("header") else False if options.get("no_header") else None
        if header and options.get("no_header"):
            raise InputError("--header and --no-header contradict each other", hint="use only one of them")
        file = LineFile(spool_stdin(), "stdin") if path == "-" else open_lines(path)
        prefix = str(options.get("prefix") or ("stdin" if path == "-" else stem(file.path)))
        layout = recognise(file, delimiter=delimiter, header=header, columns=columns)
        told = _told(file, layout, columns) if delimiter or layout.header else ""
        return TripleFile(file, prefix, layout, told=told, typed=not options.get("no_typed"))


def _told(file: LineFile, layout: Layout, columns: Columns | None) -> str:
    """Return a key for how the file is read, "" if this is also what would be detected by default."""
    found = ""
    with suppress(InputError):
        header = True if layout.header and columns is None else None
        found = recognise(file, header=header, columns=columns).delimiter
    if layout.delimiter == found and not layout.header:
        return ""
    told = json.dumps([layout.delimiter if layout.delimiter != found else "", layout.header])
    return hashlib.blake2b(told.encode(), digest_size=4).hexdigest()


loader = TriplesLoader()
