"""RDF terms in this graph: compact URIs, names of IRIs, typed literals."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from urllib.parse import unquote

import pyoxigraph

from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import (
    Time,
    boolean_value,
    moment_value,
    number_value,
    place_value,
    text_value,
    time_value,
)

XSD = "http://www.w3.org/2001/XMLSchema#"
# Prefixes for common namespaces; a file's own prefixes take precedence.
WELL_KNOWN = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dct": "http://purl.org/dc/terms/",
    "schema": "http://schema.org/",
    "schemas": "https://schema.org/",
    "geo": "http://www.opengis.net/ont/geosparql#",
    "dbr": "http://dbpedia.org/resource/",
    "dbo": "http://dbpedia.org/ontology/",
    "dbp": "http://dbpedia.org/property/",
    "wd": "http://www.wikidata.org/entity/",
    "wdt": "http://www.wikidata.org/prop/direct/",
}
_NUMBERS = frozenset(
    XSD + name
    for name in (
        "integer", "decimal", "double", "float", "int", "long", "short", "byte", "nonNegativeInteger",
        "positiveInteger", "nonPositiveInteger", "negativeInteger", "unsignedInt", "unsignedLong",
        "unsignedShort", "unsignedByte",
    )
)  # fmt: skip
_TIMES = frozenset(XSD + name for name in ("date", "gYear", "gYearMonth"))
_ZONE = re.compile(r"(?:Z|[+-]\d\d:\d\d)$")
_POINT = re.compile(r"POINT\s*\(\s*(\S+)\s+(\S+)\s*\)", re.IGNORECASE)
# Maximum decimal exponent of a number in the graph.
_MOST_DIGITS = 300
_WKT = "http://www.opengis.net/ont/geosparql#wktLiteral"
# The parser gives every anonymous node in brackets a new name: 128 random bits in hex, without leading zeros.
_ANONYMOUS = re.compile(r"[0-9a-f]{24,32}")
_REMEMBERED = 100_000


class Names:
    """Shortens IRIs to compact URIs, by the prefixes of a file once a first pass has collected them."""

    def __init__(self, own: str, given: Mapping[str, str], base: str = "") -> None:
        """Set the prefixes that take precedence over the file's.

        Args:
            own: prefix for relative IRIs, and instead of the empty prefix.
            given: prefixes with their namespaces.
            base: namespace of relative IRIs.
        """
        self._own, self._base = own, base
        self._given = dict(given)
        self._namespaces: dict[str, str] = {}
        self.update({})
        self.compact = lru_cache(1 << 16)(self._compact)

    def update(self, prefixes: Mapping[str, str]) -> None:
        """Set the file's prefixes."""
        known = {**WELL_KNOWN, **prefixes, **self._given}
        named = {namespace: prefix or self._own for prefix, namespace in known.items() if namespace}
        self._namespaces = {self._base: self._own, **named}

    def _compact(self, iri: str) -> str:
        """Return the compact URI of an IRI, or the IRI itself if its namespace has no prefix."""
        end = len(iri)
        while (end := max(iri.rfind("/", 0, end), iri.rfind("#", 0, end), iri.rfind(":", 0, end))) > 0:
            if (prefix := self._namespaces.get(iri[: end + 1])) is not None and iri[end + 1 :]:
                return f"{prefix}:{iri[end + 1 :]}"
        return iri


@lru_cache(1 << 16)
def local_name(iri: str) -> str:
    """Return the name of an IRI without a label: its last part, decoded."""
    part = re.split(r"[/#:]", iri.rstrip("/#"))[-1]
    return unquote(part) or iri


class BlankNodes:
    """Gives blank nodes ids that are the same at each reading of the file."""

    def __init__(self, prefix: str, file: str) -> None:
        """`file` identifies the file's content, so that different files have different blank nodes."""
        self._prefix = f"{prefix}:_{file}"
        self._numbers: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    def id(self, name: str) -> str:
        """Return the id of a blank node; anonymous ones are numbered in order."""
        if not _ANONYMOUS.fullmatch(name):
            return f"{self._prefix}.{name}"
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = self._count = self._count + 1
            # An anonymous node is not referred to after its statement.
            if len(self._numbers) > _REMEMBERED:
                self._numbers.popitem(last=False)
        return f"{self._prefix}..{number}"


def literal_entity(literal: pyoxigraph.Literal) -> Entity:
    """Return the node of a literal, typed by its datatype; a text if it does not conform."""
    text, datatype = literal.value, literal.datatype.value
    with suppress(ValueError, InvalidOperation):
        if datatype in _NUMBERS and (number := Decimal(text.strip())).is_finite():
            if abs(number.adjusted()) > _MOST_DIGITS:
                return text_value(text)
            return number_value(number)
        if datatype == XSD + "boolean" and text.strip() in ("true", "false", "1", "0"):
            return boolean_value(text.strip() in ("true", "1"))
        if datatype in _TIMES:
            return time_value(Time.parse(_ZONE.sub("", text.strip())))
        if datatype in (XSD + "dateTime", XSD + "dateTimeStamp"):
            day, _, clock = text.strip().partition("T")
            return moment_value(Time.parse(day), text.strip()) if clock else time_value(Time.parse(day))
        if datatype == _WKT and (point := _POINT.search(text)):
            return place_value(float(point[2]), float(point[1]))
    return text_value(text, literal.language or "")
