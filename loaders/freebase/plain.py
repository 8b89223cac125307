"""Sets of ``mid<TAB>relation<TAB>mid``, with a file of names beside them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.graph import Entity, Triple
from kgqa_neo4j.loaders.base import BadLine, Fact, Item
from kgqa_neo4j.loaders.files import FileSource, LineFile
from kgqa_neo4j.loaders.freebase.ids import PREFIX, mid, relation
from kgqa_neo4j.loaders.freebase.predicates import Kind, Predicates, relation_of
from kgqa_neo4j.loaders.freebase.selection import Link, Select, Selection, everything
from kgqa_neo4j.loaders.freebase.values import value_of
from kgqa_neo4j.loaders.ntriples import BadTerm, Literal

Names = dict[str, tuple[str, ...]]


class PlainFile(FileSource):
    """A file of triples by id; see `kgqa_neo4j.loaders.base.Source`.

    A third column may hold several ids, separated by spaces, or a value. Where no names are given,
    nothing tells a mediator from an entity, and every entity is called by its id.
    """

    prefix = PREFIX

    def __init__(
        self, file: LineFile, predicates: Predicates, names: Names, key: str, select: Select = everything
    ) -> None:
        """Read nothing yet."""
        super().__init__(file)
        self.key = key
        self.has_mediators = bool(names)
        self._select = select
        self._selection = Selection()
        self._predicates = predicates
        self._names = names

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield facts and bad lines of what stands after line `after`."""
        self._selection = self._select(self)
        for number, line in self._lines():
            if number <= after:
                continue
            if line is None:
                yield BadLine(number, f"longer than {self._file.max_line} bytes", b"")
                continue
            try:
                subject, predicate, objects = _split(line)
            except BadTerm as error:
                yield BadLine(number, str(error), line)
                continue
            if self._predicates.kind(predicate) is not Kind.FACT:
                continue
            for object_, link in self._objects(subject, objects):
                if self._selection.wants(*link):
                    yield Fact(number, Triple(self._entity(subject), relation_of(predicate), object_))

    def links(self) -> Iterator[Link]:
        """Yield the facts as far as selecting needs them; see `selection.Pass`."""
        for _, line in self._lines():
            try:
                subject, predicate, objects = _split(line or b"")
            except BadTerm:
                continue
            if self._predicates.kind(predicate) is Kind.FACT:
                yield from (link for _, link in self._objects(subject, objects))

    def named(self) -> Iterator[str]:
        """Yield the ids that have names; see `selection.Pass`."""
        yield from self._names

    def _lines(self) -> Iterator[tuple[int, bytes | None]]:
        for number, line in enumerate(self._file.lines(), 1):
            if line is None or line.strip():
                yield number, line

    def _objects(self, subject: str, objects: str) -> Iterator[tuple[Entity, Link]]:
        ids = [mid(one) for one in objects.split(" ")]
        if all(ids):
            for id_ in ids:
                yield self._entity(id_), Link(subject, id_)
        else:
            yield value_of(Literal(objects))[0], Link(subject, "")

    def _entity(self, id_: str) -> Entity:
        name, *aliases = self._names.get(id_, ("",))
        return Entity(f"{PREFIX}:{id_}", name, tuple(aliases))


def read_names(path: Path) -> Names:
    """Return the names in a file of ``mid<TAB>name``, more names of one id being its aliases.

    Raises:
        InputError: the file is something else.
    """
    file = LineFile(path)
    names: Names = {}
    bad = ""
    for number, line in enumerate(file.lines(), 1):
        text = (line or b"").decode(errors="replace").removeprefix("\ufeff")
        id_, *said = text.split("\t")
        said = [one.strip() for one in said if one.strip()]
        if mid(id_) and said and "\0" not in text:
            names[mid(id_)] = tuple(dict.fromkeys((*names.get(mid(id_), ()), *said)))
        elif text.strip():
            bad = bad or f"{file.name}:{number}: not an id, a tab and a name: {text[:60]!r}"
    if not names:
        raise InputError(
            bad or f"{file.name} holds no names", hint="write on each line an id, a tab, and a name"
        )
    return names


def _split(line: bytes) -> tuple[str, str, str]:
    """Return subject, predicate and object(s) of a line.

    Raises:
        BadTerm: it is not such a line.
    """
    try:
        text = line.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BadTerm(f"not UTF-8 at byte {error.start + 1}") from error
    if "\0" in text:
        raise BadTerm("contains a NUL character")
    parts = text.split("\t")
    if len(parts) != 3:
        raise BadTerm(f"{len(parts)} columns instead of 3")
    subject, predicate, objects = mid(parts[0]), relation(parts[1]), parts[2].strip()
    if not subject:
        raise BadTerm("the subject is not a Freebase id")
    if not predicate:
        raise BadTerm("the relation is not a Freebase predicate")
    if not objects:
        raise BadTerm("empty object")
    return subject, predicate, objects
