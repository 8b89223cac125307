"""Freebase's literals as nodes: dates, numbers, booleans, texts."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from kgqa_neo4j.loaders.ntriples import BadTerm, Literal
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import Time, boolean_value, number_value, text_value, time_value

TIMES = frozenset({"date", "dateTime", "gYear", "gYearMonth"})
NUMBERS = frozenset({"float", "double", "decimal", "integer", "int", "long", "short", "nonNegativeInteger"})
# Most numbers of the dump have no datatype. A number with a leading zero is a code.
_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_ZONE = re.compile(r"(?:T.*|Z|(?<=\d\d-\d\d)[+-]\d\d:\d\d)$")
_MAX_EXPONENT = 300


def value_of(literal: Literal) -> tuple[Entity, str]:
    """Return the node of a literal, and a warning ("" if none) if it does not conform and stays a text.

    Raises:
        BadTerm: it is empty, so its node would have no name.
    """
    text, datatype = literal.text, literal.datatype
    if not text.strip():
        raise BadTerm("an empty literal")
    try:
        if datatype in TIMES:
            return time_value(Time.parse_historic(_ZONE.sub("", text.strip()))), ""
        if datatype in NUMBERS or (not datatype and not literal.language and _NUMBER.fullmatch(text)):
            return number_value(_number(text)), ""
    except ValueError as error:
        return text_value(text), f"{error}; kept as a text"
    if text in ("true", "false") and not literal.language:
        return boolean_value(text == "true"), ""
    return text_value(text, literal.language), ""


def value_of_iri(iri: str) -> Entity:
    """Return the node of an IRI outside Freebase."""
    return text_value(iri)


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text.strip())
    except InvalidOperation as error:
        raise ValueError(f"{text[:50]!r} is not a number") from error
    if not number.is_finite() or abs(number.adjusted()) > _MAX_EXPONENT:
        raise ValueError(f"{text[:50]!r} is not a number that can be stored")
    return number
