"""Sets of ``mid<TAB>relation<TAB>mid``, with a separate file of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self

from kgqa_neo4j.loaders.base import MAX_KEY, BadLine, Fact, Item
from kgqa_neo4j.loaders.files import FileSource, LineFile
from kgqa_neo4j.loaders.freebase.ids import PREFIX, mid, relation
from kgqa_neo4j.loaders.freebase.naming import short
from kgqa_neo4j.loaders.freebase.predicates import Kind, Predicates, relation_of
from kgqa_neo4j.loaders.freebase.selection import Link, Select, Selection, everything
from kgqa_neo4j.loaders.freebase.values import value_of
from kgqa_neo4j.loaders.ntriples import BadTerm, Literal, literal
from kgqa_neo4j.loaders.stored import Store
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity, Triple

# Maximum bad lines of a file of names that are reported one by one.
SHOWN_BAD = 100
# A literal in the dump's notation; a bare text may also begin and end with quotes.
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^<>\s]*>)?', re.DOTALL)
_DATE = re.compile(r"[+-]?\d{4}-\d\d(?:-\d\d(?:T\S*|Z|[+-]\d\d:\d\d)?)?")


_NAMES = "(id TEXT, place INTEGER, name TEXT, PRIMARY KEY (id, name) ON CONFLICT IGNORE) WITHOUT ROWID"
_NAMES_OF = "SELECT name FROM name WHERE id = ? ORDER BY place"
_NAMED = "SELECT DISTINCT id FROM name"
# Number of ids whose names are cached.
CACHED = 50_000


class Names:
    """The contents of a file of names, on disk.

    Attributes:
        of: returns the name of an id followed by its aliases; empty if it has none.
        bad: pairs of an error message with ``name:line``, and that line's bytes.
    """

    def __init__(self, store: Store | None = None, bad: Sequence[tuple[str, bytes]] = ()) -> None:
        """Read from the store that `read_names` filled; without one, there are no names."""
        self._store = store
        self.bad = tuple(bad)
        self.of = lru_cache(CACHED)(self._look)

    def __reduce__(self) -> tuple[type[Names], tuple[Store | None, Sequence[tuple[str, bytes]]]]:
        return Names, (self._store, self.bad)

    def __bool__(self) -> bool:
        return self._store is not None

    def __iter__(self) -> Iterator[str]:
        """Yield the ids that have names."""
        return iter(()) if self._store is None else (row[0] for row in self._store.rows(_NAMED))

    def _look(self, id_: str) -> tuple[str, ...]:
        return tuple(row[0] for row in self._store.rows(_NAMES_OF, id_)) if self._store else ()


class _Line(NamedTuple):
    """The parts of a line; `ids` are the objects, or empty if the object is the value `text`."""

    subject: str
    predicate: str
    ids: tuple[str, ...]
    text: str


class PlainFile(FileSource):
    """A file of triples of ids; see `kgqa_neo4j.loaders.base.SplitSource`.

    The third column may hold several ids, separated by spaces, or a value. Without a file of names, mediators cannot be
    told from entities, and every entity is named by its id.
    """

    prefix = PREFIX
    together = None
    keeps_others = False

    def __init__(
        self, file: LineFile, predicates: Predicates, names: Names, key: str, select: Select = everything
    ) -> None:
        """Prepare to read the file, without reading it yet."""
        super().__init__(file)
        self.key = key
        self.has_mediators = bool(names)
        self._select = select
        self._selection = Selection()
        self.whole = "" if select is everything else "--domains or --ids"
        self._predicates = predicates
        self._names = names

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield facts and bad lines after line `after`."""
        for piece in self.lines(after):
            if isinstance(piece, tuple):
                yield from self.parse(*piece)
            else:
                yield piece

    def lines(self, after: int = 0) -> Iterator[tuple[int, bytes | None] | Item]:
        """Yield the lines after line `after`, preceded by the bad lines of the file of names."""
        self._selection = self._select(self)
        if after == 0 and self._file.opens:
            # A bad line needs a line number of this source, so these are reported at line 1.
            for reason, content in self._names.bad:
                yield BadLine(1, reason, content)
        yield from ((number, line) for number, line in self._lines() if number > after)

    def parse(self, number: int, line: bytes | None) -> Iterable[Item]:
        """Yield the items of a line."""
        if line is None:
            yield BadLine(number, f"longer than {self._file.max_line} bytes", b"")
            return
        try:
            yield from self._facts(number, line, _split(line))
        except BadTerm as error:
            yield BadLine(number, str(error), line)

    def prepare(self) -> None:
        """Do nothing."""

    def on(self, file: LineFile) -> Self:
        """Return a copy of this source for a part of its lines; see `kgqa_neo4j.loaders.base.SplitSource`."""
        part = copy(self)
        part._file = file
        return part

    def links(self) -> Iterator[Link]:
        """Yield the ends of all facts; see `selection.Pass`."""
        for _, line in self._lines():
            try:
                said = _split(line or b"")
            except BadTerm:
                continue
            if self._predicates.kind(said.predicate) is Kind.FACT:
                yield from _links(said)

    def named(self) -> Iterator[str]:
        """Yield the ids that have names; see `selection.Pass`."""
        yield from self._names

    def _lines(self) -> Iterator[tuple[int, bytes | None]]:
        for number, line in self._file.numbered():
            if line is None or line.strip():
                yield number, line

    def _facts(self, number: int, line: bytes, said: _Line) -> Iterator[Item]:
        if self._predicates.kind(said.predicate) is not Kind.FACT:
            return
        for link in _links(said):
            if not self._selection.wants(*link):
                continue
            wrong = ""
            if link.object:
                object_ = self._entity(link.object)
            else:
                object_, wrong = value_of(_literal(said.text))
            if wrong:
                yield BadLine(number, wrong, line)
            yield Fact(number, Triple(self._entity(said.subject), relation_of(said.predicate), object_))

    def _entity(self, id_: str) -> Entity:
        name, *aliases = self._names.of(id_) or ("",)
        return Entity(f"{PREFIX}:{id_}", name, tuple(aliases))


def read_names(path: Path) -> Names:
    """Return the names in a file of ``mid<TAB>name``; further names of an id are aliases.

    `SHOWN_BAD` bad lines are reported one by one, the rest by their number.

    Raises:
        InputError: the file has another format.
    """
    file = LineFile(path)
    store = Store({"name": _NAMES})
    bad: list[tuple[str, bytes]] = []
    count = place = 0
    for number, line in enumerate(file.lines(), 1):
        if line is not None and not line.strip():
            continue
        try:
            if line is None:
                raise BadTerm(f"longer than {file.max_line} bytes")
            id_, said, wrong = _named(line)
            for name in said:
                place += 1
                store.add("name", id_, place, name)
        except BadTerm as error:
            wrong = str(error)
        if wrong:
            count += 1
            if count <= SHOWN_BAD:
                bad.append((f"{file.name}:{number}: {wrong}", line or b""))
    store.finish()
    if not store.rows(_NAMED).fetchone():
        raise InputError(
            bad[0][0] if bad else f"{file.name} holds no names",
            hint="write an id, a tab and a name on each line",
        )
    if count > SHOWN_BAD:
        bad.append((f"{file.name}: {count - SHOWN_BAD} more such lines", b""))
    return Names(store, bad)


def is_plain(line: bytes) -> bool:
    """Whether a line is one of a plain set."""
    try:
        _split(line)
    except BadTerm:
        return False
    return True


def _named(line: bytes) -> tuple[str, list[str], str]:
    """Return the id and names in a line of a file of names, and a warning about the names, "" if none.

    Raises:
        BadTerm: it is not such a line.
    """
    text = _text(line)
    first, *said = text.split("\t")
    id_ = mid(first)
    names = [short(one.strip()) for one in said if one.strip()]
    if not id_ or not names or len(id_) > MAX_KEY:
        raise BadTerm(f"not an id, a tab and a name: {text[:60]!r}")
    return id_, [name for name, _ in names], next((wrong for _, wrong in names if wrong), "")


def _links(said: _Line) -> Iterator[Link]:
    return (Link(said.subject, id_) for id_ in said.ids or ("",))


def _literal(text: str) -> Literal:
    """Return the literal in a third column, either bare or in the dump's notation.

    Raises:
        BadTerm: it is in the dump's notation, but invalid.
    """
    if _LITERAL.fullmatch(text):
        return literal(text.encode())
    return Literal(text, datatype="date" if _DATE.fullmatch(text) else "")


def _text(line: bytes) -> str:
    try:
        text = line.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BadTerm(f"not UTF-8 at byte {error.start + 1}") from error
    if "\0" in text:
        raise BadTerm("contains a NUL character")
    return text


def _split(line: bytes) -> _Line:
    """Return the parts of a line.

    Raises:
        BadTerm: it is not such a line.
    """
    parts = _text(line).split("\t")
    if len(parts) != 3:
        raise BadTerm(f"{len(parts)} columns instead of 3")
    subject, predicate, objects = mid(parts[0]), relation(parts[1]), parts[2].strip()
    if not subject:
        raise BadTerm("the subject is not a Freebase id")
    if not predicate:
        raise BadTerm("the relation is not a Freebase predicate")
    if not objects:
        raise BadTerm("empty object")
    ids = tuple(mid(one) for one in objects.split(" "))
    if not all(ids):
        ids = ()
    if any(len(one.encode()) > MAX_KEY for one in (subject, predicate, *ids)):
        raise BadTerm(f"an id of more than {MAX_KEY} bytes")
    return _Line(subject, predicate, ids, objects)
