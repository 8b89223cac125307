"""Terms of Wikidata's N-Triples, converted to values of its JSON."""

from __future__ import annotations

import re
from urllib.parse import unquote

from kgqa_neo4j.loaders.ntriples import BadTerm, Literal, literal, utf8
from kgqa_neo4j.loaders.wikidata.documents import DataValue, Snak, Value, is_id, is_value_id

ENTITY = b"<http://www.wikidata.org/entity/"
_UNKNOWN = (b"_:", b"<http://www.wikidata.org/.well-known/genid/")
_FILE = "/wiki/Special:FilePath/"
_IRI = re.compile(rb"<[^<>\"{}|^`\\\s]*>")
_TIME = re.compile(r"([+-]?)(\d{1,16})-(\d\d)-(\d\d)T.*")
_POINT = re.compile(r"(?:<([^>]*)>\s*)?POINT\s*\(\s*(\S+)\s+(\S+?)\s*\)", re.IGNORECASE)
_NUMBERS = frozenset(("decimal", "integer", "double", "float"))
# Days in years before this are never known.
_EARLIEST_DAY = -9999
_DAY, _YEAR, _TEN_THOUSAND_YEARS = 11, 9, 5


def entity(term: bytes) -> str:
    """Return the id of a Wikidata entity.

    Raises:
        BadTerm: the term is not one.
    """
    id_ = _id(term)
    if not is_id(id_):
        raise BadTerm(f"{id_!r} is not an entity of Wikidata")
    return id_


def snak(property_: str, term: bytes) -> Snak:
    """Return a term as the value of a property, as in the JSON.

    Raises:
        BadTerm: it is neither valid in N-Triples nor written by Wikidata.
    """
    if term.startswith(_UNKNOWN):
        node = _whole(utf8(term.rpartition(b"/")[2].removeprefix(b"_:").rstrip(b">")))
        return Snak(property_, "somevalue", datavalue=DataValue("string", node))
    if term.startswith(b"<"):
        if not _IRI.fullmatch(term):
            raise BadTerm("an IRI that is not closed, or with characters not allowed in IRIs")
        if term.startswith(ENTITY):
            id_ = _id(term)
            if not is_value_id(id_):
                raise BadTerm(f"{id_!r} is not an entity of Wikidata")
            return _of(property_, "wikibase-entityid", Value(id=id_))
        return _of(property_, "string", _file_or_iri(utf8(term[1:-1])))
    return _literal(property_, literal(term))


def _id(term: bytes) -> str:
    return term[len(ENTITY) : -1].decode("ascii", "replace")


def _file_or_iri(iri: str) -> str:
    """Return the file name in an IRI of Wikimedia Commons; any other IRI unchanged.

    Raises:
        BadTerm: it has invalid characters.
    """
    place = iri.find(_FILE)
    try:
        return _whole(unquote(iri[place + len(_FILE) :], errors="strict") if place >= 0 else iri)
    except UnicodeDecodeError as error:
        raise BadTerm("the name of a file that is not UTF-8") from error


def _whole(text: str) -> str:
    if "\0" in text:
        raise BadTerm("contains a NUL character")
    return text


def _literal(property_: str, said: Literal) -> Snak:
    if said.language:
        return _of(property_, "monolingualtext", Value(text=said.text, language=said.language))
    if said.datatype == "dateTime":
        return _of(property_, "time", _time(said.text))
    if said.datatype in _NUMBERS:
        return _of(property_, "quantity", Value(amount=said.text, unit="1"))
    if said.datatype == "wktLiteral" and (match := _POINT.fullmatch(said.text.strip())):
        try:
            longitude, latitude = float(match[2]), float(match[3])
        except ValueError as error:
            raise BadTerm(f"{said.text[:60]!r} is not a place") from error
        return _of(
            property_, "globecoordinate", Value(latitude=latitude, longitude=longitude, globe=match[1] or "")
        )
    return _of(property_, "string", said.text)


def _time(text: str) -> Value:
    """Return a time as in the JSON.

    RDF has a year 0, which historians call 1 BCE. It writes a year as its first of January, indistinguishable from that
    day, so that day is read as the year.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return Value(time=text)
    year = int(f"{match[1]}{match[2]}")
    told = f"+{year:04}" if year > 0 else f"-{1 - year:04}"
    is_year = match[3] == match[4] == "01"
    precision = _TEN_THOUSAND_YEARS if year < _EARLIEST_DAY else _YEAR if is_year else _DAY
    return Value(time=f"{told}-{match[3]}-{match[4]}T00:00:00Z", precision=precision)


def _of(property_: str, kind: str, value: Value | str) -> Snak:
    return Snak(property_, datavalue=DataValue(kind, value))
