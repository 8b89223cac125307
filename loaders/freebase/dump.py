"""Freebase's RDF dump as a source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache
from typing import NamedTuple, Self

from kgqa_neo4j.loaders.base import BadLine, Described, Fact, Item, PartNote
from kgqa_neo4j.loaders.files import FileSource, LineFile
from kgqa_neo4j.loaders.freebase.ids import PREFIX
from kgqa_neo4j.loaders.freebase.naming import Naming, Schema, rank_of
from kgqa_neo4j.loaders.freebase.parse import link, resource, split_line
from kgqa_neo4j.loaders.freebase.predicates import Kind, Predicates, relation_of
from kgqa_neo4j.loaders.freebase.selection import Link, Select, Selection, everything
from kgqa_neo4j.loaders.freebase.values import value_of, value_of_iri
from kgqa_neo4j.loaders.ntriples import BadTerm, literal
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity, Relation, Triple

_BOM = b"\xef\xbb\xbf"
_THINGS = ("m.", "g.")
_THING_IRIS = (b"<http://rdf.freebase.com/ns/m.", b"<http://rdf.freebase.com/ns/g.")
_USED, _MENTIONED, _NAMING = "used", "mentioned", "naming"
_NO_SUBJECT = "the subject is not a Freebase id"


class _Line(NamedTuple):
    """A relevant line with its raw terms, or the reason in `wrong` why it is unusable."""

    number: int
    content: bytes
    kind: Kind = Kind.LEFT_OUT
    relation: Relation = Relation("", "")
    subject: bytes = b""
    object: bytes = b""
    wrong: str = ""


class DumpFile(FileSource):
    """The dump, or a part of it; see `kgqa_neo4j.loaders.base.SplitSource`.

    A subject's name, aliases and description are taken from adjacent lines, as they are in the dump; if there are
    several such line groups, the last one with a name counts.
    """

    prefix = PREFIX
    has_mediators = True
    keeps_others = False

    def __init__(
        self,
        file: LineFile,
        predicates: Predicates,
        languages: Sequence[str],
        key: str,
        select: Select = everything,
    ) -> None:
        """Prepare to read the dump, without reading it yet.

        Args:
            file: the dump.
            predicates: classifies predicates.
            languages: languages of names and texts, the preferred first.
            key: identifies the content and the options.
            select: selects the facts to load.
        """
        super().__init__(file)
        self.key = key
        self._predicates = predicates
        self._languages = languages
        self._select = select
        self._selection = Selection()
        self._schema = Schema(languages)
        self.whole = "" if select is everything else "--domains or --ids"
        # Asides of a part; None if this is the whole dump.
        self._met: dict[PartNote, None] | None = None

    def prepare(self) -> None:
        """Do nothing."""

    def on(self, file: LineFile) -> Self:
        """Return a copy of this source for a part of its lines; see `kgqa_neo4j.loaders.base.SplitSource`."""
        part = copy(self)
        part._file, part._met = file, {}
        return part

    def together(self, line: bytes) -> bytes:
        """Return the subject of a line with a name, alias or description; b"" for other lines."""
        terms = line.removeprefix(_BOM).split(None, 2)
        if len(terms) != 3:
            return b""
        try:
            named = self._predicates.kind(resource(terms[1])) not in (Kind.FACT, Kind.LEFT_OUT)
        except BadTerm:
            return b""
        return terms[0] if named else b""

    def asides(self) -> Iterator[PartNote]:
        """Yield the relations and types in facts, and the names of types and properties."""
        return iter(self._met or ())

    def conclusion(self, asides: Iterable[PartNote]) -> Iterator[Item]:
        """Yield the descriptions of the relations and types that occur in facts."""
        used: set[str] = set()
        for one in asides:
            if one.kind == _USED:
                used.add(one.id)
            elif one.kind == _MENTIONED:
                self._schema.mention(one.id)
            else:
                self._schema.add(Naming.loads(one.id, self._languages, one.said))
        return self._about_schema(used)

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield facts, descriptions and bad lines after line `after`."""
        for piece in self._pieces(after):
            if isinstance(piece, _Line):
                yield from self._read(piece)
            else:
                yield piece

    def lines(self, after: int = 0) -> Iterator[tuple[int, bytes | None] | Item]:
        """Yield the lines of facts after line `after`, and everything else as items."""
        for piece in self._pieces(after):
            yield (piece.number, piece.content) if isinstance(piece, _Line) else piece

    def parse(self, number: int, line: bytes | None) -> Iterator[Item]:
        """Yield the items of a fact's line."""
        content = line or b""
        terms = content.split(b"\t")
        if len(terms) != 4 or terms[3] != b".":
            terms = [*split_line(content)]
        relation = relation_of(resource(terms[1]))
        yield from self._read(_Line(number, content, Kind.FACT, relation, terms[0], terms[2]))

    def _pieces(self, after: int) -> Iterator[_Line | Item]:
        """Yield, after line `after`, lines of facts that can be parsed independently, and everything else as items."""
        self._selection = self._select(self)
        used: set[str] = set()
        naming = Naming("", self._languages)
        try:
            for line in self._lines():
                if line.kind is Kind.FACT and not line.wrong:
                    used.add(line.relation.id)
                    if line.number > after:
                        if _is_about_schema(line):
                            yield from self._read(line)
                        else:
                            yield line
                    continue
                try:
                    if line.wrong:
                        raise BadTerm(line.wrong)
                    subject = resource(line.subject)
                    if not subject:
                        raise BadTerm(_NO_SUBJECT)
                    said = literal(line.object)
                except BadTerm as error:
                    if line.number > after:
                        yield BadLine(line.number, str(error), line.content)
                    continue
                if subject != naming.subject:
                    yield from self._named(naming, line.number - 1, after)
                    naming = Naming(subject, self._languages)
                wrong = naming.add(line.kind, said)
                if wrong and line.number > after:
                    yield BadLine(line.number, wrong, line.content)
        except InputError:
            yield from self._named(naming, self.line, after)
            raise
        yield from self._named(naming, self.line, after)
        if self._met is None:
            yield from self._about_schema(used)
        else:
            self._met.update((PartNote(_USED, one), None) for one in used)

    def links(self) -> Iterator[Link]:
        """Yield the ends of all facts; see `selection.Pass`."""
        for line in self._lines():
            with suppress(BadTerm):
                if line.kind is Kind.FACT:
                    is_iri = line.object.startswith(b"<")
                    yield Link(resource(line.subject), resource(line.object) if is_iri else "")

    def named(self) -> Iterator[str]:
        """Yield the subjects that have names or aliases; see `selection.Pass`."""
        for line in self._lines():
            with suppress(BadTerm):
                if line.kind in (Kind.NAME, Kind.ALIAS):
                    yield resource(line.subject)

    def _lines(self) -> Iterator[_Line]:
        """Yield the relevant lines; most of the dump is not, so those are skipped with the least work."""
        kinds: dict[bytes, tuple[Kind, Relation]] = {}
        for number, line in self._file.numbered():
            if line is None:
                yield _Line(number, b"", wrong=f"longer than {self._file.max_line} bytes")
                continue
            terms = line.split(b"\t")
            if len(terms) != 4 or terms[3] != b"." or number == 1:
                line = line.removeprefix(_BOM)
                if not line.strip() or line.startswith(b"#"):
                    continue
                try:
                    terms = [*split_line(line)]
                except BadTerm as error:
                    yield _Line(number, line, wrong=str(error))
                    continue
            known = kinds.get(terms[1])
            if known is None:
                try:
                    name = resource(terms[1])
                except BadTerm as error:
                    yield _Line(number, line, wrong=str(error))
                    continue
                known = kinds[terms[1]] = self._predicates.kind(name), relation_of(name)
            if known[0] is not Kind.LEFT_OUT:
                yield _Line(number, line, *known, terms[0], terms[2])

    def _read(self, line: _Line) -> Iterator[Item]:
        """Yield the fact of a line, or the reason why it is bad."""
        try:
            subject = resource(line.subject)
            if not subject:
                raise BadTerm(_NO_SUBJECT)
            yield from self._fact(line, subject)
        except BadTerm as error:
            yield BadLine(line.number, str(error), line.content)

    def _fact(self, line: _Line, subject: str) -> Iterator[Item]:
        wrong, id_ = "", ""
        if line.object.startswith(b"<"):
            id_ = resource(line.object)
            object_ = _mention(id_) if id_ else value_of_iri(link(line.object))
        else:
            said = literal(line.object)
            if rank_of(said.language, self._languages) > len(self._languages):
                return
            object_, wrong = value_of(said)
        if not self._selection.wants(subject, id_):
            return
        for end in (subject, id_):
            if end and not end.startswith(_THINGS):
                self._mentioned(end)
        if wrong:
            yield BadLine(line.number, wrong, line.content)
        yield Fact(line.number, Triple(_mention(subject), line.relation, object_))

    def _named(self, naming: Naming, number: int, after: int) -> Iterator[Item]:
        if not naming.said:
            return
        if not naming.subject.startswith(_THINGS):
            self._schema_named(naming)
        elif number > after and self._selection.describes(naming.subject):
            yield Described(number, naming.entity(f"{PREFIX}:{naming.subject}"))

    def _mentioned(self, id_: str) -> None:
        if self._met is None:
            self._schema.mention(id_)
        else:
            self._met[PartNote(_MENTIONED, id_)] = None

    def _schema_named(self, naming: Naming) -> None:
        if self._met is None:
            self._schema.add(naming)
        else:
            self._met[PartNote(_NAMING, naming.subject, naming.dumps())] = None

    def _about_schema(self, used: set[str]) -> Iterator[Item]:
        """Yield descriptions of relations, which must follow their facts, and of the types that occur in facts."""
        for said in self._schema.named(sorted(used)):
            relation = relation_of(said.subject)
            about = said.description() or said.name()
            called = said.entity(relation.id)
            aliases = (one for one in (called.name, *called.aliases) if one not in ("", relation.name, about))
            yield Described(
                self.line, Relation(relation.id, relation.name, about, tuple(dict.fromkeys(aliases)))
            )
        for said in self._schema.mentioned():
            yield Described(self.line, said.entity(f"{PREFIX}:{said.subject}"))


def _is_about_schema(line: _Line) -> bool:
    """Whether a fact may mention a type or property, which are described once all facts are known."""
    is_iri = line.object.startswith(b"<")
    return not line.subject.startswith(_THING_IRIS) or (is_iri and not line.object.startswith(_THING_IRIS))


@lru_cache(maxsize=1 << 16)
def _mention(id_: str) -> Entity:
    return Entity(f"{PREFIX}:{id_}", "")
