"""Freebase's RDF dump as a source of facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.graph import Entity, Relation, Triple
from kgqa_neo4j.loaders.base import BadLine, Described, Fact, Item
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.freebase.ids import PREFIX
from kgqa_neo4j.loaders.freebase.naming import Naming, rank_of
from kgqa_neo4j.loaders.freebase.parse import BadTerm, literal, resource, split_line
from kgqa_neo4j.loaders.freebase.predicates import Kind, Predicates, relation_of
from kgqa_neo4j.loaders.freebase.selection import Link, Select, Selection, everything
from kgqa_neo4j.loaders.freebase.values import value_of, value_of_iri

_BOM = b"\xef\xbb\xbf"
_NAMING = (Kind.NAME, Kind.ALIAS, Kind.DESCRIPTION)
_THINGS = ("m.", "g.")


class DumpFile:
    """The dump, or a part of it; see `kgqa_neo4j.loaders.base.Source`.

    Names, aliases and description of a subject are taken from lines that stand together, as they do
    in the dump; if there are several such places, the last one with a name holds.
    """

    prefix = PREFIX
    has_mediators = True

    def __init__(
        self,
        file: LineFile,
        predicates: Predicates,
        languages: Sequence[str],
        key: str,
        select: Select = everything,
    ) -> None:
        """Read nothing yet.

        Args:
            file: the dump.
            predicates: what to do with a predicate.
            languages: of names and texts, the best first.
            key: what identifies the content and the options.
            select: what to load.
        """
        self.name = file.name
        self.key = key
        self._file = file
        self._predicates = predicates
        self._languages = languages
        self._select = select
        self._selection = Selection()
        self._kinds: dict[bytes, tuple[Kind, Relation]] = {}
        # What the dump says of its own types and properties, and which of them facts mention.
        self._schema: dict[str, Naming] = {}
        self._mentioned: set[str] = set()

    @property
    def size(self) -> int:
        """Bytes to read in all, as stored."""
        return self._file.size

    @property
    def read(self) -> int:
        """Bytes read so far."""
        return self._file.read

    @property
    def line(self) -> int:
        """Lines read so far."""
        return self._file.line

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield facts, names and bad lines of what stands after line `after`."""
        self._selection = self._select(self)
        used: set[str] = set()
        naming = Naming("", self._languages)
        try:
            for number, line in self._lines():
                if line is None:
                    if number > after:
                        yield BadLine(number, f"longer than {self._file.max_line} bytes", b"")
                    continue
                try:
                    kind, relation, terms = self._kind(line)
                    if kind is Kind.LEFT_OUT:
                        continue
                    subject = resource(terms[0])
                    if not subject:
                        raise BadTerm("the subject is not of Freebase")
                    if kind is Kind.FACT:
                        used.add(relation.id)
                        if number > after:
                            yield from self._fact(number, line, subject, relation, terms[2])
                        continue
                    said = literal(terms[2])
                except BadTerm as error:
                    if number > after:
                        yield BadLine(number, str(error), line)
                    continue
                if subject != naming.subject:
                    yield from self._named(naming, number - 1, after)
                    naming = Naming(subject, self._languages)
                naming.add(kind, said)
        except InputError:
            yield from self._named(naming, self.line, after)
            raise
        yield from self._named(naming, self.line, after)
        yield from self._about_schema(used)

    def links(self) -> Iterator[Link]:
        """Yield the facts as far as selecting needs them; see `selection.Pass`."""
        for _, line in self._lines():
            try:
                kind, _, terms = self._kind(line or b"")
                if kind is Kind.FACT:
                    is_iri = terms[2].startswith(b"<")
                    yield Link(resource(terms[0]), resource(terms[2]) if is_iri else "")
            except BadTerm:
                continue

    def named(self) -> Iterator[str]:
        """Yield the subjects of names; see `selection.Pass`."""
        for _, line in self._lines():
            try:
                kind, _, terms = self._kind(line or b"")
                if kind in (Kind.NAME, Kind.ALIAS):
                    yield resource(terms[0])
            except BadTerm:
                continue

    def _lines(self) -> Iterator[tuple[int, bytes | None]]:
        for number, line in enumerate(self._file.lines(), 1):
            if number == 1 and line is not None:
                line = line.removeprefix(_BOM)
            if line is None or (line.strip() and not line.startswith(b"#")):
                yield number, line

    def _kind(self, line: bytes) -> tuple[Kind, Relation, tuple[bytes, bytes, bytes]]:
        terms = split_line(line)
        known = self._kinds.get(terms[1])
        if known is None:
            name = resource(terms[1])
            known = self._predicates.kind(name), relation_of(name)
            self._kinds[terms[1]] = known
        return *known, terms

    def _fact(self, number: int, line: bytes, subject: str, relation: Relation, term: bytes) -> Iterator[Item]:
        wrong = ""
        if term.startswith(b"<"):
            id_ = resource(term)
            link = Link(subject, id_)
            iri = term[1:-1].decode(errors="replace")
            object_ = Entity(f"{PREFIX}:{id_}", "") if id_ else value_of_iri(iri)
        else:
            said = literal(term)
            if rank_of(said.language, self._languages) > len(self._languages):
                return
            link = Link(subject, "")
            object_, wrong = value_of(said)
        if not self._selection.wants(link):
            return
        self._mentioned.update(one for one in (subject, link.object) if one and not one.startswith(_THINGS))
        if wrong:
            yield BadLine(number, wrong, line)
        yield Fact(number, Triple(Entity(f"{PREFIX}:{subject}", ""), relation, object_))

    def _named(self, naming: Naming, number: int, after: int) -> Iterator[Item]:
        if not naming.said:
            return
        if not naming.subject.startswith(_THINGS):
            self._schema[naming.subject] = naming
        elif number > after and self._selection.describes(naming.subject):
            yield Described(number, naming.entity(f"{PREFIX}:{naming.subject}"))

    def _about_schema(self, used: set[str]) -> Iterator[Item]:
        """Describe relations, which need facts first, and the types that facts mention."""
        for name in sorted(used & self._schema.keys()):
            relation, said = relation_of(name), self._schema[name]
            about = said.description() or said.name()
            yield Described(self.line, Relation(relation.id, relation.name, about))
        for name in sorted(self._mentioned & self._schema.keys()):
            yield Described(self.line, self._schema[name].entity(f"{PREFIX}:{name}"))
