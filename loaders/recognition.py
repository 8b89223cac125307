"""Detecting the layout of a user's file of triples, or that it has another format, and which command loads that."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from kgqa_neo4j.loaders.column_kinds import not_utf8, swapped, unlike_the_rest
from kgqa_neo4j.loaders.columns import LEFT_OUT, TRIPLE, Columns, header_columns
from kgqa_neo4j.loaders.files import SUFFIXES, LineFile
from kgqa_neo4j.model.errors import InputError

DELIMITERS = ("\t", "|", ",", ";")
# Delimiters of CSV, which allows quoted fields.
QUOTED = (",", ";")
SAMPLE = 200
BOM = "\ufeff"
_NAMED = {"\t": "tabs", "|": "`|`", ",": "commas", ";": "semicolons"}
_RDF_SUFFIXES = {
    ".nt": "N-Triples",
    ".nq": "N-Quads",
    ".ttl": "Turtle",
    ".trig": "TriG",
    ".rdf": "RDF/XML",
    ".owl": "RDF/XML",
    ".xml": "RDF/XML",
    ".jsonld": "JSON-LD",
}
_RDF_LINE = re.compile(rb"(?:<[^<>\s]*>|_:\S+)\s+<[^<>\s]*>\s+(?:<|_:|\").*\.\s*")
_TURTLE_LINE = re.compile(rb"(?:@prefix|@base|PREFIX\s+\S*:)\s", re.IGNORECASE)
_RDF_XML = re.compile(rb"<rdf:RDF|<\?xml")
_BINARY = {b"PAR1": "Parquet", b"PK\x03\x04": "a spreadsheet or a ZIP archive"}
_PLAIN_WORD = re.compile(r"[^\W\d][\w .()/%#-]*")

Split = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Layout:
    """How to read the lines of a file.

    Attributes:
        delimiter: separator of the columns.
        header: whether the first line is a header.
        columns: the columns.
        notes: what was detected, for the user.
    """

    delimiter: str
    header: bool = False
    columns: Columns = field(default_factory=Columns)
    notes: tuple[str, ...] = ()


def recognise(
    file: LineFile, *, delimiter: str = "", header: bool | None = None, columns: Columns | None = None
) -> Layout:
    """Detect the layout of a file of triples; the arguments given are not questioned.

    Args:
        file: the file.
        delimiter: separator of the columns.
        header: whether the first line is a header; None to detect it.
        columns: the columns; None for the header's, or subject, relation and object.

    Raises:
        InputError: the file holds something else; the hint names the command or option that loads it.
    """
    refuse_other_formats(file)
    lines = file.first(SAMPLE)
    encoding = not_utf8(file.name, lines)
    sample = [line.decode(errors="replace").removeprefix(BOM) for line in lines]
    if not sample:
        if any(True for _ in file.numbered()):
            raise InputError(f"{file.name} has nothing but blank lines", hint="check how it was created")
        return Layout(delimiter or DELIMITERS[0], bool(header), columns or Columns())
    if not delimiter:
        wanted = None if header and columns is None else len((columns or Columns()).names)
        delimiter = _delimiter(file, sample, wanted, look=header is None and columns is None)
    first = _fields(splitter(delimiter), sample[0])
    where = f"{file.name}:1"
    if header:
        if not first:
            raise InputError(
                f"{where}: the header is not CSV: a quote is not closed",
                hint="fix it, or name the columns with --columns",
            )
        return Layout(delimiter, True, columns or _named(first, where), encoding)
    found = header_columns(first, own_words=True) if header is None else None
    if header is None and found is None and columns is None:
        found = unlike_the_rest(first, _rows(sample[1:], delimiter, TRIPLE))
    if found is not None:
        if columns is None:
            columns = Columns.of(found, where)
        said = ", ".join(columns.names)
        note = f"line 1 of {file.name} is a header, not a fact; the columns are {said}"
        return Layout(delimiter, True, columns, (note, *encoding))
    columns = columns or Columns()
    return Layout(delimiter, False, columns, (*_doubts(file.name, sample, delimiter, columns), *encoding))


def splitter(delimiter: str) -> Split:
    """Return a function that splits a line into fields; it raises `csv.Error` for an unclosed quote."""
    # Picklable, as it is sent to other processes: no closure.
    return partial(_split_csv if delimiter in QUOTED else _split_plain, delimiter)


def _split_plain(delimiter: str, text: str) -> list[str]:
    return text.split(delimiter)


def _split_csv(delimiter: str, text: str) -> list[str]:
    # Otherwise the end of a record that began on an earlier line would pass for a record.
    if text.count('"') % 2:
        raise csv.Error("a quote that is not closed on its line")
    return next(csv.reader([text], delimiter=delimiter, skipinitialspace=True, strict=True), [])


def refuse_other_formats(file: LineFile) -> None:
    """Check that a file may hold triples in columns.

    Raises:
        InputError: it is RDF, JSON or a binary format; the hint names the command that loads it.
    """
    magic = file.magic
    if found := next((what for mark, what in _BINARY.items() if magic.startswith(mark)), ""):
        parquet = found == "Parquet"
        raise InputError(
            f"{file.name} is {found}, not lines of text",
            hint=f"kgqa load table {file.name} --id COLUMN" if parquet else "export it as CSV and load that",
        )
    name = file.name.lower()
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    form = next((form for suffix, form in _RDF_SUFFIXES.items() if name.endswith(suffix)), "")
    lines = file.first(5)
    if lines and (all(map(_RDF_LINE.fullmatch, lines)) or _TURTLE_LINE.match(lines[0])):
        form = form or "RDF"
    if lines and _RDF_XML.match(lines[0].removeprefix(BOM.encode()).lstrip()):
        form = form or "RDF/XML"
    if form:
        raise InputError(f"{file.name} looks like {form}", hint=f"load it with: kgqa load rdf {file.name}")
    if lines and lines[0].lstrip()[:1] in (b"{", b"["):
        raise InputError(
            f"{file.name} looks like JSON",
            hint=f"a table as JSON lines loads with: kgqa load table {file.name} --id COLUMN; "
            "Wikidata's dump with: kgqa load wikidata",
        )


def _delimiter(file: LineFile, sample: Sequence[str], columns: int | None, *, look: bool) -> str:
    """Return the delimiter that splits the most lines of the sample into `columns` fields.

    If `columns` is None, the first line sets their number, at least three. With `look`, a first line that is a header
    of triples sets it.

    Raises:
        InputError: no delimiter fits at least half of the lines.
    """
    fits: Counter[str] = Counter()
    for delimiter in DELIMITERS:
        split = splitter(delimiter)
        wanted = columns
        if columns is None:
            wanted = max(len(_fields(split, sample[0])), len(TRIPLE))
        elif look and header_columns(first := _fields(split, sample[0])) is not None:
            wanted = len(first)
        fits[delimiter] = sum(len(_fields(split, line)) == wanted for line in sample)
    best = max(DELIMITERS, key=lambda delimiter: fits[delimiter])
    if fits[best] * 2 < len(sample):
        raise _no_triples(file, sample, columns)
    return best


def _no_triples(file: LineFile, sample: Sequence[str], columns: int | None) -> InputError:
    """Return an error that says what the lines look like."""
    shapes: Counter[tuple[str, int]] = Counter()
    for delimiter in DELIMITERS:
        split = splitter(delimiter)
        shapes.update((delimiter, len(_fields(split, line))) for line in sample)
    tables = {shape: n for shape, n in shapes.items() if shape[1] > 1 and 2 * n >= len(sample)}
    if not tables:
        return InputError(
            f"{file.name}:1: no separator splits the lines into {columns or 'three or more'} columns",
            hint="set it with --delimiter (tab, '|', ',', ';' or any text)",
        )
    delimiter, width = max(tables, key=lambda shape: (tables[shape], shape[1]))
    kind = "CSV" if delimiter in QUOTED else f"lines separated by {_NAMED[delimiter]}"
    looks = f"{file.name} looks like {kind} with {width} columns"
    if columns not in (None, len(TRIPLE)):
        return InputError(f"{looks}, not {columns}", hint="name every column in --columns; `-` leaves one out")
    first = [name.strip() for name in _fields(splitter(delimiter), sample[0])]
    named = _is_header(first)
    table = f"kgqa load table {file.name} --id {_quoted(first[0]) if named else 'COLUMN'}"
    ways = [f"for a table with one thing per row: {table}"]
    if width > len(TRIPLE):
        if named:
            ways.append("if line 1 is a header that names subject, relation and object, add --header")
        ways.append("for triples with qualifiers: --columns subject,relation,object,NAME")
    return InputError(f"This looks like a table: {looks}", hint="; ".join(ways))


def _named(first: Sequence[str], where: str) -> Columns:
    """Return the columns in a header; three columns may have any names.

    Raises:
        InputError: it names no columns of triples.
    """
    found = header_columns(first)
    if found is not None:
        return Columns.of(found, where)
    return Columns.of(first, where) if first and len(first) != len(TRIPLE) else Columns()


def _doubts(name: str, sample: Sequence[str], delimiter: str, columns: Columns) -> Iterable[str]:
    """Yield a warning if the columns look swapped."""
    if columns != Columns():
        return
    if order := swapped(_rows(sample, delimiter, columns.names)):
        yield (
            f"the second column of {name} does not look like relations; if the columns are in another order, "
            f"remove it (kgqa graph remove {_quoted(name)}) and reload it with --columns {order}"
        )


def _rows(sample: Sequence[str], delimiter: str, names: Sequence[str]) -> list[list[str]]:
    """Return the sample's lines that have as many fields as `names`."""
    split = splitter(delimiter)
    return [row for line in sample if len(row := _fields(split, line)) == len(names)]


def _is_header(fields: Sequence[str]) -> bool:
    words = [field.strip() for field in fields]
    if not words or len(set(words)) < len(words) or LEFT_OUT in words:
        return False
    return all(map(_PLAIN_WORD.fullmatch, words))


def _fields(split: Split, line: str) -> list[str]:
    try:
        return split(line)
    except csv.Error:
        return []


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[\w.-]+", name) else f"'{name}'"
