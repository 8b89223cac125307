"""Loader for RDF: Turtle, N-Triples, N-Quads, TriG, RDF/XML, JSON-LD.

Parses with pyoxigraph, which reads all of these formats, streams them (except JSON-LD), reports the line and column of
an error, and continues after it. rdflib would read the whole file into memory and stop at the first error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import quote

import pyoxigraph
from pyoxigraph import RdfFormat

from kgqa_neo4j.loaders.base import MAX_KEY, BadLine, Described, Fact, Item, LoaderOption
from kgqa_neo4j.loaders.files import SUFFIXES, FileSource, LineFile, spool_stdin, stem
from kgqa_neo4j.loaders.rdf_bytes import MAX_STATEMENT, Endless, Unpacked
from kgqa_neo4j.loaders.rdf_terms import BlankNodes, Names, literal_entity, local_name
from kgqa_neo4j.loaders.records import column_key
from kgqa_neo4j.loaders.stored import Store
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity, Relation, Triple, relation_name
from kgqa_neo4j.model.literals import bounded

FORMATS = {
    "turtle": RdfFormat.TURTLE,
    "n-triples": RdfFormat.N_TRIPLES,
    "n-quads": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "rdf-xml": RdfFormat.RDF_XML,
    "json-ld": RdfFormat.JSON_LD,
}
_SUFFIXES = {
    "ttl": "turtle",
    "turtle": "turtle",
    "nt": "n-triples",
    "ntriples": "n-triples",
    "nq": "n-quads",
    "nquads": "n-quads",
    "trig": "trig",
    "rdf": "rdf-xml",
    "owl": "rdf-xml",
    "xml": "rdf-xml",
    "rdfxml": "rdf-xml",
    "jsonld": "json-ld",
    "json": "json-ld",
}
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
INSTANCE_OF = Relation("instance_of", "instance of")
_NAME, _ALIAS, _DESCRIPTION = range(3)
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
# Predicates that describe a resource: what their object is, and its priority (0 is the highest).
SAYING = {
    _RDFS + "label": (_NAME, 0),
    _SKOS + "prefLabel": (_NAME, 1),
    "http://schema.org/name": (_NAME, 2),
    "https://schema.org/name": (_NAME, 2),
    "http://xmlns.com/foaf/0.1/name": (_NAME, 3),
    _SKOS + "altLabel": (_ALIAS, 0),
    _RDFS + "comment": (_DESCRIPTION, 0),
    "http://schema.org/description": (_DESCRIPTION, 1),
    "https://schema.org/description": (_DESCRIPTION, 1),
}
_TABLES = {"said": "(id TEXT, kind INTEGER, rank INTEGER, text TEXT)"}
# Errors in one line: the more of them, the longer the parser takes for each.
_MOST_ERRORS = 1000
# Texts read per resource: there may be hundreds, in languages that are not preferred.
_MOST_SAID = 100
_UNWANTED = 1000


class RdfFile(FileSource):
    """A file of RDF; see `kgqa_neo4j.loaders.base.Source`.

    Yields the descriptions of resources, ordered by id, then the facts. The line numbers of items are therefore item
    numbers; `BadLine.place` has the line in the file.
    """

    def __init__(
        self,
        file: LineFile,
        prefix: str,
        form: str,
        languages: tuple[str, ...] = ("en",),
        namespaces: Mapping[str, str] | None = None,
    ) -> None:
        """Collect prefixes and descriptions of resources in a first pass over the file.

        Args:
            file: the file.
            prefix: prefix for the ids of blank nodes, and instead of the empty prefix.
            form: one of `FORMATS`.
            languages: languages of names and descriptions, the preferred first; texts without a language rank last.
            namespaces: prefixes besides the file's.
        """
        super().__init__(file)
        self.prefix = prefix
        self._format = FORMATS[form]
        self._languages = languages
        # Relative IRIs belong to this file, wherever it is stored.
        self._base = f"file:///{quote(prefix)}/"
        self._names = Names(prefix, namespaces or {}, self._base)
        self._store = Store(_TABLES)
        self._properties: set[str] = set()
        self._prefixes: dict[str, str] = {}
        self._looked = False
        self._count = 0
        self.has_mediators = False
        self._look()
        self._name_of: Callable[[str], str] = lru_cache(1 << 16)(self._read_name)
        self._relation: Callable[[str], Relation] = lru_cache(1 << 12)(self._read_relation)
        how = repr((form, languages, sorted((namespaces or {}).items())))
        self.key = f"{file.key()}-{hashlib.blake2b(how.encode(), digest_size=4).hexdigest()}"

    @property
    def line(self) -> int:
        """Items yielded so far."""
        return self._count

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield the items after item number `after`."""
        self._count = 0
        for what in self._said():
            self._count += 1
            if self._count > after:
                yield Described(self._count, what)
        blanks = BlankNodes(self.prefix, self.key[:8])
        for quad in self._quads():
            self._count += 1
            if isinstance(quad, BadLine):
                if self._count > after:
                    yield BadLine(self._count, quad.reason, quad.content, quad.place)
            elif (item := self._fact(quad, blanks)) is not None and self._count > after:
                yield item

    def _look(self) -> None:
        """Collect prefixes, names, aliases, descriptions, and whether there are blank nodes."""
        # Damage is reported when the facts are read.
        with suppress(InputError):
            for quad in self._quads():
                if isinstance(quad, BadLine):
                    continue
                if not isinstance(quad.subject, pyoxigraph.NamedNode):
                    self.has_mediators |= isinstance(quad.subject, pyoxigraph.BlankNode)
                    continue
                self._properties.add(quad.predicate.value)
                said = SAYING.get(quad.predicate.value)
                text = quad.object
                if said is not None and isinstance(text, pyoxigraph.Literal):
                    kind, order = said
                    rank = 10 * self._rank(text.language) + order
                    self._store.add("said", quad.subject.value, kind, rank, text.value)
        self._looked = True
        self._names.update(self._prefixes)
        self._store.finish()
        self._store.run("CREATE INDEX said_id ON said (id, kind, rank)")

    def _rank(self, language: str | None) -> int:
        if not language:
            return len(self._languages)
        for place, preferred in enumerate(self._languages):
            if language.lower() == preferred or language.lower().startswith(f"{preferred}-"):
                return place
        return _UNWANTED

    def _said(self) -> Iterator[Entity]:
        """Yield the described resources, except properties, which are described by the relations of their facts."""
        for (iri,) in self._store.rows("SELECT DISTINCT id FROM said ORDER BY id"):
            if iri not in self._properties:
                yield self._described_entity(iri)

    def _described_entity(self, iri: str) -> Entity:
        rows = self._store.rows(
            "SELECT kind, rank, text FROM said WHERE id = ? ORDER BY kind, rank, rowid LIMIT ?", iri, _MOST_SAID
        ).fetchall()
        texts: dict[int, dict[str, None]] = {_NAME: {}, _ALIAS: {}, _DESCRIPTION: {}}
        for kind, rank, text in rows:
            # Of a language that is not preferred, take one text at most, and only if there is no other.
            if (rank < 10 * _UNWANTED or not texts[kind]) and (clean := _clean(text)):
                texts[kind].setdefault(clean)
        name = bounded(next(iter(texts[_NAME]), "") or local_name(iri))
        spaced = name.replace("_", " ").strip()
        others = dict.fromkeys((spaced, *texts[_NAME], *texts[_ALIAS]))
        aliases = tuple(bounded(one) for one in others if one and one != name)
        return Entity(self._names.compact(iri), name, aliases, next(iter(texts[_DESCRIPTION]), ""))

    def _read_name(self, iri: str) -> str:
        return self._described_entity(iri).name if self._is_said(iri) else local_name(iri)

    def _fact(self, quad: pyoxigraph.Quad, blanks: BlankNodes) -> Item | None:
        """Return a statement as a fact; None if it describes a resource."""
        is_said = quad.predicate.value in SAYING and isinstance(quad.object, pyoxigraph.Literal)
        if is_said and isinstance(quad.subject, pyoxigraph.NamedNode):
            return None
        try:
            subject, object_ = self._end(quad.subject, blanks), self._end(quad.object, blanks)
        except ValueError as error:
            return BadLine(self._count, str(error), str(quad).encode())
        return Fact(self._count, Triple(subject, self._relation(quad.predicate.value), object_))

    def _end(self, term: Any, blanks: BlankNodes) -> Entity:
        """Return the entity of a term.

        Raises:
            ValueError: the term is itself a statement, or its id is too long.
        """
        if isinstance(term, pyoxigraph.NamedNode):
            id_ = self._names.compact(term.value)
            if len(id_.encode()) > MAX_KEY:
                raise ValueError("an IRI that is too long to be an id")
            name = bounded(self._name_of(term.value))
            spaced = name.replace("_", " ").strip()
            return Entity(id_, name, (spaced,) if spaced not in (name, "") else ())
        if isinstance(term, pyoxigraph.BlankNode):
            return Entity(blanks.id(term.value), "")
        if isinstance(term, pyoxigraph.Literal):
            return literal_entity(term)
        raise ValueError("a statement about a statement")

    def _read_relation(self, iri: str) -> Relation:
        if iri == TYPE:
            return INSTANCE_OF
        id_ = self._names.compact(iri)
        if self._is_said(iri):
            said = self._described_entity(iri)
            return Relation(id_, said.name, said.description, said.aliases)
        return Relation(id_, relation_name(column_key(local_name(iri))))

    def _is_said(self, iri: str) -> bool:
        return self._store.rows("SELECT 1 FROM said WHERE id = ? LIMIT 1", iri).fetchone() is not None

    def _quads(self) -> Iterator[pyoxigraph.Quad | BadLine]:
        if self._format in (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS):
            yield from self._line_quads()
            return
        # JSON-LD is one document, read whole before its first statement, so its bytes are not limited.
        data = Unpacked(self._file, None if self._format == RdfFormat.JSON_LD else MAX_STATEMENT)
        try:
            for quad in self._parsed(
                pyoxigraph.parse(cast(IO[bytes], data), format=self._format, base_iri=self._base)
            ):
                if not isinstance(quad, BadLine):
                    data.since = 0
                yield quad
        except Endless as error:
            raise InputError(
                f"{self.name} has {MAX_STATEMENT >> 20} MB without a statement",
                hint="check that it is RDF",
            ) from error

    def _line_quads(self) -> Iterator[pyoxigraph.Quad | BadLine]:
        for number, line in enumerate(self._file.lines(), 1):
            if line is None:
                yield BadLine(0, f"longer than {self._file.max_line} bytes", b"", str(number))
            elif line.strip():
                try:
                    yield from pyoxigraph.parse(line, format=self._format)
                except SyntaxError as error:
                    yield BadLine(0, _reason(error), line, str(number))

    def _parsed(self, parser: pyoxigraph.QuadParser) -> Iterator[pyoxigraph.Quad | BadLine]:
        line, errors = 0, 0
        while True:
            try:
                quad = next(parser)
            except StopIteration:
                return
            except SyntaxError as error:
                if "remote context" in str(error):
                    raise InputError(
                        f"{self.name} refers to a context on the web, which is not fetched",
                        hint="copy the context into the file, or convert the file to Turtle",
                    ) from error
                line, errors = (line, errors + 1) if error.lineno == line else (error.lineno or 0, 1)
                if errors > _MOST_ERRORS:
                    raise InputError(
                        f"{self.name}:{line} has more than {_MOST_ERRORS} errors",
                        hint="check that it is RDF",
                    ) from error
                yield BadLine(0, _reason(error), (error.text or "").encode(), str(error.lineno or ""))
                continue
            yield quad
            if not self._looked:
                self._prefixes.update(parser.prefixes)


def _clean(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())


def _reason(error: SyntaxError) -> str:
    return str(error.msg).removeprefix("Parser error ").strip()


class RdfLoader:
    """RDF in all of its formats."""

    help = """Load RDF: Turtle, N-Triples, N-Quads, TriG, RDF/XML, JSON-LD; plain, .gz, .bz2 or .zst.

    \b
      kgqa load rdf people.ttl places.nt.gz
      kgqa load rdf thesaurus.rdf --language de,en
      curl -s https://example.org/data.ttl | kgqa load rdf - --format turtle

    Labels become names (rdfs:label, skos:prefLabel, schema:name, foaf:name), skos:altLabel aliases,
    rdfs:comment descriptions, rdf:type becomes `instance of`, and typed literals become values. Ids are
    URIs shortened by the file's prefixes. Statements that cannot be read are reported with their line;
    the rest is loaded.
    """
    needs_path = True
    options = (
        LoaderOption("format", f"Format of the file ({', '.join(FORMATS)}); by default from the file name."),
        LoaderOption(
            "language", "Languages of names and descriptions, preferred first, such as de,en; default en."
        ),
        LoaderOption("namespaces", "Prefixes in addition to the file's: ex=http://example.org/,..."),
        LoaderOption(
            "prefix",
            "Prefix for blank nodes and for an empty prefix; default: the file name without its extension.",
        ),
    )

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> RdfFile:
        """Open a file of RDF, or standard input for ``-``.

        Raises:
            InputError: there is no such file or format, or a prefix is invalid.
        """
        file = LineFile(spool_stdin(), "stdin") if path == "-" else LineFile(Path(path))
        form = _format(file, str(options.get("format") or ""))
        languages = tuple(one.strip().lower() for one in str(options.get("language") or "en").split(","))
        namespaces = _namespaces(str(options.get("namespaces") or ""))
        prefix = str(options.get("prefix") or ("stdin" if path == "-" else stem(file.path)))
        return RdfFile(file, prefix, form, languages, namespaces)


def _format(file: LineFile, given: str) -> str:
    if given:
        form = _SUFFIXES.get(given.lower(), given.lower())
        if form not in FORMATS:
            raise InputError(f"there is no format {given!r}", hint=f"use one of {', '.join(FORMATS)}")
        return form
    name = file.name.lower()
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    form = _SUFFIXES.get(name.rpartition(".")[2], "")
    if not form:
        first = next(iter(file.first(1)), b"").lstrip()
        form = "rdf-xml" if first.startswith((b"<?xml", b"<rdf:")) else ""
        form = form or ("json-ld" if first[:1] in (b"{", b"[") else "turtle")
    return form


def _namespaces(given: str) -> dict[str, str]:
    found = {}
    for one in filter(None, given.split(",")):
        prefix, _, namespace = one.strip().partition("=")
        if not prefix or ":" not in namespace:
            raise InputError(f"{one!r} is not a prefix", hint="write it as ex=http://example.org/")
        found[prefix] = namespace
    return found


loader = RdfLoader()
