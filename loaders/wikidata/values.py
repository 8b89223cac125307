"""Wikidata's datatypes as nodes, and as native properties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from kgqa_neo4j.loaders.wikidata.documents import Snak, Value
from kgqa_neo4j.loaders.wikidata.times import Moment, read_time
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import distant_place_value, number_value, place_value, text_value

PREFIX = "wd"
EARTH = "Q2"
# Numbers with a larger exponent do not fit a double.
_MAX_EXPONENT = 300
Name = Callable[[str], str]


class BadValue(ValueError):
    """A value that does not conform to its datatype; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Read:
    """A value as a node, with properties (`aside`) of the fact rather than of the shared node."""

    entity: Entity
    aside: dict[str, Any] = field(default_factory=dict)
    moment: Moment | None = None

    @property
    def native(self) -> object:
        """The value as a native Neo4j type; the name for entities and values without such a type."""
        return self.entity.properties.get("value", self.entity.name or self.entity.id)


def read_value(snak: Snak, name: Name, target: Callable[[str], str]) -> Read:
    """Return the value of a snak.

    Args:
        snak: a snak of type ``value``.
        name: returns the name for an entity id, or "".
        target: returns the id that an id redirects to.

    Raises:
        BadValue: it has no value, or an invalid one.
    """
    found = snak.datavalue
    kind = found.type if found else ""
    value = found.value if found else None
    try:
        if kind == "string" and isinstance(value, str):
            return Read(_text(value))
        if isinstance(value, Value):
            if kind == "wikibase-entityid" and (named := value.entity):
                id_ = target(named)
                return Read(Entity(f"{PREFIX}:{id_}", name(id_)))
            if kind == "time":
                return _time(value)
            if kind == "quantity":
                return _quantity(value, name)
            if kind == "monolingualtext":
                return Read(_text(value.text, value.language))
            if kind == "globecoordinate":
                return Read(_place(value, name))
    except (ValueError, InvalidOperation) as error:
        raise BadValue(str(error)) from error
    raise BadValue(f"a value of type {kind or 'none'} that cannot be read")


def entity_id(iri: str) -> str:
    """Return ``Q2`` for ``http://www.wikidata.org/entity/Q2``; "" for ``1``, which means none."""
    last = iri.rpartition("/")[2]
    return "" if last == "1" else last


def _text(text: str, language: str = "") -> Entity:
    if not text.strip():
        raise BadValue("an empty text")
    return text_value(text, language)


def _time(value: Value) -> Read:
    moment = read_time(value.time, value.precision, value.calendarmodel)
    aside = {"calendar": "julian", "julian": moment.julian} if moment.julian else {}
    return Read(moment.entity, aside, moment)


def _quantity(value: Value, name: Name) -> Read:
    unit = entity_id(value.unit)
    amount = _number(value.amount)
    aside = {}
    for key, bound in (("lower_bound", value.lowerBound), ("upper_bound", value.upperBound)):
        # A bound equal to the amount means that the amount is exact.
        if bound and _number(bound) != amount:
            aside[key] = number_value(_number(bound)).properties["value"]
    return Read(number_value(amount, name(unit) if unit else "", f"{PREFIX}:{unit}" if unit else ""), aside)


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation as error:
        raise BadValue(f"{text[:40]!r} is not a number") from error
    if not number.is_finite() or abs(number.adjusted()) > _MAX_EXPONENT:
        raise BadValue(f"{text[:40]!r} is not a number that can be stored")
    return number


def _place(value: Value, name: Name) -> Entity:
    if value.latitude is None or value.longitude is None:
        raise BadValue("a place without latitude or longitude")
    globe = entity_id(value.globe)
    if globe not in ("", EARTH):
        return distant_place_value(value.latitude, value.longitude, name(globe), f"{PREFIX}:{globe}")
    return place_value(value.latitude, value.longitude)
