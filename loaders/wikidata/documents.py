"""Wikidata's entities in its JSON, decoded directly into these types.

The unions are needed because an empty object is written as ``[]``.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, field

_ID = re.compile(r"[QPL][1-9]\d{0,18}(?:-[SF]\d{1,18})?", re.ASCII)
_PROPERTY = re.compile(r"P[1-9]\d{0,18}", re.ASCII)
# Entity schemas and files of Wikimedia Commons: they occur as values, but the dumps do not describe them.
_ONLY_VALUE = re.compile(r"[EM][1-9]\d{0,18}", re.ASCII)
_KINDS = {"item": "Q", "property": "P", "lexeme": "L"}


class Text(Struct):
    """A text in a language."""

    language: str
    value: str


class Value(Struct, rename={"entity_type": "entity-type", "numeric_id": "numeric-id"}):
    """A value of any datatype but a plain string; only the fields of its datatype are set."""

    id: str = ""
    entity_type: str = ""
    numeric_id: int = 0
    time: str = ""
    precision: float | None = None
    calendarmodel: str = ""
    amount: str = ""
    unit: str = ""
    upperBound: str = ""  # noqa: N815 (Wikidata's name)
    lowerBound: str = ""  # noqa: N815 (Wikidata's name)
    text: str = ""
    language: str = ""
    latitude: float | None = None
    longitude: float | None = None
    globe: str = ""

    @property
    def entity(self) -> str:
        """The id of the entity that this value refers to; "" for other values."""
        id_ = self.id or f"{_KINDS.get(self.entity_type, '')}{self.numeric_id}"
        return id_ if is_value_id(id_) else ""


class DataValue(Struct):
    """A value with its type; a value of an unknown type may be anything."""

    type: str = ""
    value: Value | str | int | float | bool | list[Any] | None = None


class Snak(Struct):
    """A property with a value, with ``somevalue``, or with ``novalue``."""

    property: str
    snaktype: str = "value"
    datatype: str = ""
    datavalue: DataValue | None = None


class Statement(Struct):
    """A claim about an entity, its rank, and its qualifiers by property."""

    mainsnak: Snak
    id: str = ""
    rank: str = "normal"
    qualifiers: dict[str, list[Snak]] | list[Any] = field(default_factory=list)


class Head(Struct):
    """An entity without its statements, which suffices to find names."""

    id: str = ""
    type: str = ""
    datatype: str = ""
    labels: dict[str, Text] | list[Any] = field(default_factory=list)
    lemmas: dict[str, Text] | list[Any] = field(default_factory=list)
    descriptions: dict[str, Text] | list[Any] = field(default_factory=list)
    aliases: dict[str, list[Text]] | list[Any] = field(default_factory=list)
    entity: str = ""
    redirect: str = ""

    @property
    def names(self) -> dict[str, Text]:
        """Labels by language; for a lexeme, its lemmas."""
        return texts(self.labels) or texts(self.lemmas)


class Document(Head):
    """An entity."""

    claims: dict[str, list[Statement]] | list[Any] = field(default_factory=list)
    sitelinks: dict[str, Any] | list[Any] = field(default_factory=list)

    @property
    def by_property(self) -> dict[str, list[Statement]]:
        """All statements by property."""
        return self.claims if isinstance(self.claims, dict) else {}

    def targets(self, property_: str) -> list[str]:
        """Return the ids of the entities that are values of a property's best statements."""
        found = (target(statement.mainsnak) for statement in best(self.by_property.get(property_, [])))
        return [one for one in found if one]


class HeadLine(Head):
    """A line: an entity, or entities by id as the API returns them; statements are skipped."""

    entities: dict[str, Head] = field(default_factory=dict)


class DocumentLine(Document):
    """A line: an entity, or entities by id as the API returns them."""

    entities: dict[str, Document] = field(default_factory=dict)


def is_id(text: str) -> bool:
    """Whether this is the id of an item, a property, a lexeme, or a lexeme's sense or form."""
    return _ID.fullmatch(text) is not None


def is_property(text: str) -> bool:
    """Whether this is the id of a property."""
    return _PROPERTY.fullmatch(text) is not None


def is_value_id(text: str) -> bool:
    """Whether this is the id of a possible value: an entity, a schema or a media file."""
    return is_id(text) or _ONLY_VALUE.fullmatch(text) is not None


def texts(value: dict[str, Text] | list[Any]) -> dict[str, Text]:
    """Return labels or descriptions by language."""
    return value if isinstance(value, dict) else {}


def target(snak: Snak) -> str:
    """Return the id of the entity that is a snak's value; "" for other values."""
    value = snak.datavalue.value if snak.datavalue else None
    return value.entity if isinstance(value, Value) else ""


def best(statements: list[Statement], *, every_rank: bool = False) -> list[Statement]:
    """Return the preferred statements, or if there are none the normal ones; with `every_rank`, both.

    Deprecated ones are always left out.
    """
    if every_rank:
        return [one for one in statements if one.rank != "deprecated"]
    preferred = [one for one in statements if one.rank == "preferred"]
    return preferred or [one for one in statements if one.rank == "normal"]
