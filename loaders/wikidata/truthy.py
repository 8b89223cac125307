"""Wikidata's truthy N-Triples: best-ranked statements without qualifiers, units or precision."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache

from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.ntriples import BadTerm, literal
from kgqa_neo4j.loaders.wikidata.documents import Document, Head, Snak, Statement, Text, is_property
from kgqa_neo4j.loaders.wikidata.reading import BOM, MAX_LINE
from kgqa_neo4j.loaders.wikidata.terms import ENTITY, entity, snak
from kgqa_neo4j.model.errors import InputError

# Bytes of a piece, which extends to the end of an entity unless that exceeds the second number.
PIECE, MAX_PIECE = 1 << 16, 1 << 22
# Replaces a line that was too long to read; no line of the file equals it.
_TOO_LONG = b"\r"
# Number of cached properties; there are some ten thousand.
PROPERTIES = 1 << 14
_DIRECT = b"<http://www.wikidata.org/prop/direct/"
_NO_VALUE = b"<http://www.wikidata.org/prop/novalue/"
_ABOUT = b"<http://schema.org/about>"
_DATA_PAGE = b"wikidata.org/wiki/Special:EntityData/"
_DATATYPES = {"ExternalId": "external-id", "WikibaseItem": "wikibase-item"}


class _Kind(Enum):
    LABEL = auto()
    ALIAS = auto()
    DESCRIPTION = auto()
    FACT = auto()
    TYPE = auto()
    SAME = auto()
    PROPERTY_TYPE = auto()
    ABOUT = auto()
    LEFT_OUT = auto()


_PREDICATES = {
    b"<http://www.w3.org/2000/01/rdf-schema#label>": _Kind.LABEL,
    b"<http://wikiba.se/ontology#lemma>": _Kind.LABEL,
    b"<http://www.w3.org/2004/02/skos/core#altLabel>": _Kind.ALIAS,
    b"<http://schema.org/description>": _Kind.DESCRIPTION,
    b"<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>": _Kind.TYPE,
    b"<http://www.w3.org/2002/07/owl#sameAs>": _Kind.SAME,
    b"<http://wikiba.se/ontology#propertyType>": _Kind.PROPERTY_TYPE,
    _ABOUT: _Kind.ABOUT,
}


class Truthy:
    """The truthy dump; adjacent lines of one entity make one document.

    A piece is a run of lines joined by line breaks, with the number of the first. It ends where an entity does, so that
    it can be parsed independently; see `reading.PieceReader`.
    """

    def __init__(self, file: LineFile) -> None:
        self.file = file

    def on(self, file: LineFile) -> Truthy:
        """Return a reader of a part of the file."""
        return Truthy(file)

    @staticmethod
    def together(line: bytes) -> bytes:
        """Return the entity that a line describes, b"" if none."""
        return _subject(line.removeprefix(BOM))

    def documents(self, after: int = 0) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield the entities; see `reading.Reader`. The lines up to line `after` are read again."""
        for first, piece in self.pieces(after):
            for number, found in self.decoded(first, piece):
                if number > after:
                    yield number, found

    def heads(self) -> Iterator[Head]:
        """Yield the heads; see `reading.Reader`."""
        for first, piece in self.pieces():
            for _, found in _entities(first, piece or b"", with_facts=False):
                if isinstance(found, Document):
                    yield found

    def chosen(self, ids: Container[str]) -> Iterator[Document]:
        """Yield the entities with these ids; see `reading.Reader`."""
        return (found for _, found in self.documents() if isinstance(found, Document) and found.id in ids)

    def sitelinked(self) -> Iterator[str]:
        """Yield the ids of entities that a wiki page is about."""
        for number, line in self.file.numbered():
            if line is None or _ABOUT not in line:
                continue
            try:
                subject, kind, _, object_ = _terms(_whole(number, line))
                if kind is _Kind.ABOUT and _DATA_PAGE not in subject and object_.startswith(ENTITY):
                    yield entity(object_)
            except BadTerm:
                continue

    def pieces(self, after: int = 0) -> Iterator[tuple[int, bytes | None]]:
        """Yield the pieces that end after line `after`.

        Raises:
            InputError: the file is damaged, after yielding what precedes the damage.
        """
        piece: list[bytes] = []
        first, size, about = 1, 0, b""
        cut: InputError | None = None
        lines = self.file.numbered()
        while True:
            try:
                number, line = next(lines)
            except StopIteration:
                break
            except InputError as error:
                cut = error
                break
            text = _whole(number, line)
            if piece and number != first + len(piece):
                # A part of the file may lack lines; the piece ends at such a gap.
                if number - 1 > after:
                    yield first, b"\n".join(piece)
                piece, first, size, about = [], number, 0, b""
            elif not piece:
                first = number
            if size >= PIECE:
                about = about or _last_subject(piece)
                if size >= MAX_PIECE or _subject(text) not in (b"", about):
                    if number - 1 > after:
                        yield first, b"\n".join(piece)
                    piece, first, size, about = [], number, 0, b""
            piece.append(text)
            size += len(text) + 1
        if piece and first + len(piece) - 1 > after:
            yield first, b"\n".join(piece)
        if cut is not None:
            raise cut

    def decoded(self, number: int, piece: bytes | None) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield the entities of a piece that begins at line `number`, each with its last line."""
        return _entities(number, piece or b"", with_facts=True)


def _whole(number: int, line: bytes | None) -> bytes:
    """Return a line as it is stored in a piece."""
    if line is None:
        return _TOO_LONG
    if number == 1:
        line = line.removeprefix(BOM)
    return b"" if line == _TOO_LONG else line


def _last_subject(piece: Sequence[bytes]) -> bytes:
    """Return the last entity that a piece describes, b"" if none."""
    return next(filter(None, map(_subject, reversed(piece))), b"")


def _subject(line: bytes) -> bytes:
    """Return the subject of a line that describes an entity; b"" for other lines."""
    if not line.startswith(ENTITY):
        return b""
    try:
        about, kind, _, _ = _terms(line)
        return about if kind is not _Kind.LEFT_OUT and entity(about) else b""
    except BadTerm:
        return b""


def _entities(first: int, piece: bytes, *, with_facts: bool) -> Iterator[tuple[int, Document | BadLine]]:
    block, subject, last = Document(), b"", 0
    for number, line in enumerate(piece.split(b"\n"), first):
        if not with_facts and line.partition(b" ")[2].startswith(_DIRECT):
            continue
        try:
            about, kind, property_, object_ = _terms(line)
            if kind is _Kind.LEFT_OUT or not about.startswith(ENTITY):
                continue
            if about != subject:
                # A subject that is not an entity does not end the document of the current entity.
                begun = Document(id=entity(about))
                if block.id:
                    yield last, block
                block, subject = begun, about
            _take(block, kind, property_, object_)
            last = number
        except BadTerm as error:
            if line == _TOO_LONG:
                bad = BadLine(number, f"longer than {MAX_LINE} bytes", b"")
            elif line.strip() and not line.startswith(b"#"):
                bad = BadLine(number, str(error), line)
            else:
                continue
            # Items must be in line order, so the current entity, which is yielded later, now ends here.
            last = number
            yield number, bad
    if block.id:
        yield last, block


def _terms(line: bytes) -> tuple[bytes, _Kind, str, bytes]:
    """Return the subject, the kind of predicate, its property if it is one, and the object.

    Raises:
        BadTerm: it is not a line of N-Triples.
    """
    parts = line.split(None, 2)
    if len(parts) != 3:
        raise BadTerm("not subject, predicate, object and a dot")
    subject, predicate, rest = parts
    rest = rest.rstrip()
    if not rest.endswith(b"."):
        opens = rest.startswith(b'"') and rest.count(b'"') - rest.count(b'\\"') == 1
        raise BadTerm("a literal that is not closed" if opens else "no dot at the end")
    if not (subject.startswith(b"_:") or (subject.startswith(b"<") and subject.endswith(b">"))):
        raise _no_iri(subject)
    return subject, *_predicate(predicate), rest[:-1].rstrip()


def _predicate(term: bytes) -> tuple[_Kind, str]:
    if not (term.startswith(b"<") and term.endswith(b">")):
        raise _no_iri(term)
    if term.startswith(_DIRECT):
        return _Kind.FACT, _property(term[len(_DIRECT) : -1])
    return _PREDICATES.get(term, _Kind.LEFT_OUT), ""


def _no_iri(term: bytes) -> BadTerm:
    is_open = term.startswith(b"<")
    return BadTerm("an IRI that is not closed" if is_open else "neither an IRI nor a blank node")


# Errors are not cached, so that bad lines cannot fill the cache.
@lru_cache(PROPERTIES)
def _property(term: bytes) -> str:
    text = term.decode("ascii", "replace")
    if not is_property(text):
        raise BadTerm(f"{text[:40]!r} is not a property")
    return text


def _take(block: Document, kind: _Kind, property_: str, term: bytes) -> None:
    """Add a line to the document of its subject."""
    if kind is _Kind.FACT:
        _claim(block, snak(property_, term))
    elif kind is _Kind.TYPE:
        if term.startswith(_NO_VALUE):
            property_ = _property(term[len(_NO_VALUE) : -1])
            _claim(block, Snak(property_, "novalue"))
    elif kind is _Kind.SAME:
        if term.startswith(ENTITY):
            block.entity, block.redirect = block.id, entity(term)
    elif kind is _Kind.PROPERTY_TYPE:
        name = term.rpartition(b"#")[2][:-1].decode("ascii", "replace")
        block.datatype = _DATATYPES.get(name, name)
    elif kind is not _Kind.ABOUT:
        said = literal(term)
        text = Text(said.language, said.text)
        if kind is _Kind.ALIAS:
            block.aliases = block.aliases if isinstance(block.aliases, dict) else {}
            block.aliases.setdefault(said.language, []).append(text)
        elif kind is _Kind.LABEL:
            block.labels = block.labels if isinstance(block.labels, dict) else {}
            block.labels[said.language] = text
        else:
            block.descriptions = block.descriptions if isinstance(block.descriptions, dict) else {}
            block.descriptions[said.language] = text


def _claim(block: Document, snak: Snak) -> None:
    if not isinstance(block.claims, dict):
        block.claims = {}
    statements = block.claims.setdefault(snak.property, [])
    value = snak.datavalue.value if snak.snaktype == "somevalue" and snak.datavalue else ""
    statements.append(Statement(snak, str(value)))
