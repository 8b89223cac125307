"""Wikidata's truthy N-Triples: best-ranked statements without qualifiers, units or precision."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum, auto

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.ntriples import BadTerm, literal
from kgqa_neo4j.loaders.wikidata.documents import Document, Head, Snak, Statement, Text, is_property
from kgqa_neo4j.loaders.wikidata.reading import BOM, MAX_LINE
from kgqa_neo4j.loaders.wikidata.terms import ENTITY, entity, snak

# So much of one subject is held at a time; real entities have a tenth of it.
MAX_BLOCK = 50_000
_DIRECT = b"<http://www.wikidata.org/prop/direct/"
_NO_VALUE = b"<http://www.wikidata.org/prop/novalue/"
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
    b"<http://schema.org/about>": _Kind.ABOUT,
}


class Truthy:
    """The truthy dump; the lines of one entity that stand together make one document."""

    def __init__(self, file: LineFile) -> None:
        self.file = file

    def documents(self, after: int = 0) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield the entities; see `reading.Reader`. What stands before line `after` is read again."""
        for number, found in self._blocks(with_facts=True):
            if number > after:
                yield number, found

    def heads(self) -> Iterator[Head]:
        """Yield names; see `reading.Reader`."""
        for _, found in self._blocks(with_facts=False):
            if isinstance(found, Document):
                yield found

    def chosen(self, ids: Collection[str]) -> Iterator[Document]:
        """Yield some entities; see `reading.Reader`."""
        return (found for _, found in self.documents() if isinstance(found, Document) and found.id in ids)

    def sitelinked(self) -> Iterator[str]:
        """Yield the ids of entities that a page of a wiki is about."""
        for _, line in self._lines():
            try:
                subject, kind, _, object_ = _terms(line or b"")
            except BadTerm:
                continue
            if kind is _Kind.ABOUT and _DATA_PAGE not in subject and object_.startswith(ENTITY):
                yield entity(object_)

    def _lines(self) -> Iterator[tuple[int, bytes | None]]:
        for number, line in enumerate(self.file.lines(), 1):
            text = line.removeprefix(BOM) if number == 1 and line else line
            if text is None or (text.strip() and not text.startswith(b"#")):
                yield number, text

    def _blocks(self, *, with_facts: bool) -> Iterator[tuple[int, Document | BadLine]]:
        block, subject, size, last = Document(), b"", 0, 0
        cut: InputError | None = None
        lines = self._lines()
        while True:
            try:
                number, line = next(lines)
            except StopIteration:
                break
            except InputError as error:
                cut = error
                break
            if line is None:
                last = number
                yield number, BadLine(number, f"longer than {MAX_LINE} bytes", b"")
                continue
            try:
                about, kind, property_, object_ = _terms(line)
                if kind is _Kind.LEFT_OUT or not about.startswith(ENTITY):
                    continue
                if about != subject or size >= MAX_BLOCK:
                    # A subject that is no entity does not end the entity around it.
                    begun = Document(id=entity(about))
                    if block.id:
                        yield last, block
                    block, subject, size = begun, about, 0
                if kind is not _Kind.FACT or with_facts:
                    size += 1
                    _take(block, kind, property_, object_)
                last = number
            except BadTerm as error:
                # Items come in the order of their lines, the entity around this one after it.
                last = number
                yield number, BadLine(number, str(error), line)
        if block.id:
            yield last, block
        if cut is not None:
            raise cut


def _terms(line: bytes) -> tuple[bytes, _Kind, str, bytes]:
    """Return subject, kind of predicate, its property if it is one, and object.

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
    for term in (subject, predicate):
        if term[:1] != b"<" or term[-1:] != b">":
            if term[:2] == b"_:" and term is subject:
                continue
            raise BadTerm(
                "an IRI that is not closed" if term[:1] == b"<" else "neither an IRI nor a blank node"
            )
    object_ = rest[:-1].rstrip()
    if predicate.startswith(_DIRECT):
        property_ = predicate[len(_DIRECT) : -1].decode("ascii", "replace")
        return subject, _Kind.FACT, _property(property_), object_
    return subject, _PREDICATES.get(predicate, _Kind.LEFT_OUT), "", object_


def _property(text: str) -> str:
    if not is_property(text):
        raise BadTerm(f"{text[:40]!r} is not a property")
    return text


def _take(block: Document, kind: _Kind, property_: str, term: bytes) -> None:
    """Put one line into the document of its subject."""
    if kind is _Kind.FACT:
        _claim(block, snak(property_, term))
    elif kind is _Kind.TYPE:
        if term.startswith(_NO_VALUE):
            property_ = _property(term[len(_NO_VALUE) : -1].decode("ascii", "replace"))
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
