"""Facts from the nodes and relationships of a property graph: names, classes, typed values, qualifiers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from math import isfinite
from typing import Any

from neo4j.spatial import Point

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, RelationshipType, ValueType
from kgqa_neo4j.attached.streaming import NodeRow, RelationshipRow
from kgqa_neo4j.attached.text import name_words, normalised
from kgqa_neo4j.attached.value_kinds import EPOCH_MILLISECONDS, EPOCH_SECONDS, PLACEHOLDERS
from kgqa_neo4j.loaders.base import Described, Fact, Item, named_entity
from kgqa_neo4j.loaders.records import column_key
from kgqa_neo4j.loaders.table import DESCRIPTIONS, INSTANCE_OF, LONGEST_NAME
from kgqa_neo4j.loaders.value_types import speaks_of_years
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.model.literals import (
    Time,
    boolean_value,
    bounded,
    moment_value,
    number_value,
    place_value,
    text_value,
    time_value,
)
from kgqa_neo4j.model.qualifiers import RESERVED, sole_time_key

_ISO = re.compile(r"([+-]?\d{4,9}-\d\d-\d\d)(T\d\d:\d\d.*)?")
_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d{1,2})?")
_YES = frozenset(("true", "yes", "y", "t"))
_WGS84 = (4326, 4979)
_YEAR = re.compile(r"[12]\d{3}")
_TIMES = (ValueType.DATE, ValueType.DATETIME)


@dataclass(frozen=True, slots=True)
class _Slot:
    """A property, its relation if it is of a node, and whether its numbers are years."""

    facts: Property
    relation: Relation
    is_year: bool


class PropertyFacts:
    """Converts nodes and relationships to facts, according to the schema of their properties.

    Args:
        schema: the graph's schema, corrected.
        prefix: prefix of the entities' ids.
    """

    def __init__(self, schema: PropertyGraphSchema, prefix: str) -> None:
        self._schema = schema
        self._prefix = prefix
        self._classes = {one.name: self._class(one) for one in schema.labels}
        self._types = {one.name: _type_relation(one) for one in schema.types}
        self._of_nodes = {one.name: _slots(one) for one in schema.labels}
        self._of_relationships = {one.name: _slots(one) for one in schema.types}

    def of_node(self, line: int, row: NodeRow) -> Iterator[Item]:
        """Yield a node's name, classes and properties as items."""
        labels = self._known(row.labels)
        values = dict(row.properties)
        naming = [key for key in dict.fromkeys(key for one in labels for key in one.naming) if key in values]
        names = [text for key in naming if (text := _text(values[key]))]
        slots: dict[str, _Slot] = {}
        for label in reversed(labels):
            slots |= self._of_nodes[label.name]
        described = next((key for key in values if key.lower() in DESCRIPTIONS and key in slots), "")
        entity = Entity(
            self._id(row.number, row.labels),
            bounded(names[0]) if names else f"{_words(labels[0].name)} #{row.number}",
            _aliases(names),
            _text(values[described]) if described else "",
        )
        yield Described(line, entity)
        for label in labels:
            yield Fact(line, Triple(entity, INSTANCE_OF, self._classes[label.name]))
        for key, value in values.items():
            if key in slots and key not in (described, *naming[:1]):
                for item in value if isinstance(value, list) else (value,):
                    if (object_ := self._object(slots[key], item)) is not None:
                        yield Fact(line, Triple(entity, slots[key].relation, object_))

    def of_relationship(self, line: int, row: RelationshipRow) -> Fact:
        """Return a relationship as a triple, with its properties as qualifiers.

        Parallel relationships with the same properties are one fact.
        """
        known = self._of_relationships[row.type]
        said = {key: value for key, value in row.properties if key in known}
        qualifiers: dict[str, Any] = {}
        for key, value in said.items():
            time = sole_time_key(" ".join(name_words(key)))
            found = _qualifier(known[key], value)
            if found is None:
                continue
            stored = re.sub(r"\W", "_", key)
            if time and isinstance(found, Time) and time not in said and time not in qualifiers:
                stored = time
            qualifiers[f"{stored}_" if stored in RESERVED else stored] = found
        subject = Entity(self._id(row.source, row.source_labels), "")
        object_ = Entity(self._id(row.target, row.target_labels), "")
        statement = json.dumps(said, ensure_ascii=False, sort_keys=True, default=str) if said else ""
        return Fact(line, Triple(subject, self._types[row.type], object_, qualifiers, statement))

    def _id(self, number: str, labels: Sequence[str]) -> str:
        """Return a node's id, made unique among nodes of the same name by its number."""
        return f"{self._prefix}:{self._known(labels)[0].name}/{number}"

    def _known(self, labels: Sequence[str]) -> list[Label]:
        """Return those of a node's labels that are in the schema, the rarest first."""
        found = [self._schema.label[one] for one in labels if one in self._schema.label]
        return sorted(found, key=lambda one: (one.count, one.name))

    def _class(self, label: Label) -> Entity:
        name = _words(label.name)
        return Entity(
            f"{self._prefix}:{label.name}", name, _aliases((name, label.name, *label.words)), label.description
        )

    def _object(self, slot: _Slot, value: Any) -> Entity | None:
        """Return the object of a property's value; None for placeholders such as "unknown"."""
        if isinstance(value, str) and normalised(value) in PLACEHOLDERS:
            return None
        literal = _literal(slot, value)
        if literal is not None:
            return literal
        text = _text(value)
        if not text:
            return None
        return text_value(text) if len(text) > LONGEST_NAME else named_entity(self._prefix, text)


def _literal(slot: _Slot, value: Any) -> Entity | None:
    """Return the node of a literal; None for other texts."""
    facts = slot.facts
    if isinstance(value, bool):
        return boolean_value(value)
    if slot.is_year and (year := _year(value)) is not None:
        return time_value(year)
    if facts.type in _TIMES and (moment := _moment(facts, value)) is not None:
        time, whole = moment
        return moment_value(time, whole) if whole else time_value(time)
    if isinstance(value, int | float):
        return number_value(Decimal(str(value)), facts.unit) if isfinite(value) else None
    if isinstance(value, Point):
        with suppress(ValueError):
            return place_value(value[1], value[0]) if value.srid in _WGS84 else None
        return None
    if facts.type is ValueType.BOOLEAN:
        return boolean_value(value.strip().casefold() in _YES)
    if facts.type is ValueType.NUMBER and _is_number(value):
        return number_value(Decimal(value.strip().replace(",", "")), facts.unit)
    return None


def _qualifier(slot: _Slot, value: Any) -> Any:
    """Return the value of a relationship's property as Neo4j stores it; None for placeholders."""
    facts = slot.facts
    if isinstance(value, list):
        texts = [text for one in value if (text := _text(one))]
        return (texts if len(texts) > 1 else texts[0]) if texts else None
    if isinstance(value, bool):
        return value
    if facts.type in _TIMES and (moment := _moment(facts, value)) is not None:
        return moment[0]
    if slot.is_year and (year := _year(value)) is not None:
        return year
    if isinstance(value, int | float):
        return value
    text = _text(value)
    if normalised(text) in PLACEHOLDERS:
        return None
    if facts.type is ValueType.NUMBER and _is_number(text):
        number = Decimal(text.replace(",", ""))
        return int(number) if number == number.to_integral_value() else float(number)
    return text


def _year(value: Any) -> Time | None:
    found = _YEAR.fullmatch(str(value))
    return Time(int(found[0]), precision="year") if found else None


def _moment(facts: Property, value: Any) -> tuple[Time, str] | None:
    """Return the day of a time, and its ISO 8601 text if it has a time of day; None if it is not a time."""
    with suppress(ValueError, OverflowError, OSError):
        if facts.format in (EPOCH_SECONDS, EPOCH_MILLISECONDS):
            seconds = value / 1000 if facts.format == EPOCH_MILLISECONDS else value
            return _split(datetime.fromtimestamp(seconds, UTC))
        text = str(value).strip()
        if iso := _ISO.fullmatch(text):
            return Time.parse(iso[1]), text if iso[2] else ""
        if facts.format.startswith("%") or "%" in facts.format:
            found = datetime.strptime(text, facts.format)
            day = Time.of(found.year, found.month, found.day)
            return _split(found) if "%H" in facts.format or "%I" in facts.format else (day, "")
    return None


def _split(moment: datetime) -> tuple[Time, str]:
    return Time.of(moment.year, moment.month, moment.day), moment.isoformat(timespec="seconds").replace(
        "+00:00", "Z"
    )


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text.strip()) is not None and any(char.isdigit() for char in text)


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(text for one in value if (text := _text(one)))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split()) if value is not None else ""


def _aliases(names: Sequence[str]) -> tuple[str, ...]:
    """Return all names but the first, and the names with blanks for underscores."""
    spaced = [name.replace("_", " ").strip() for name in names]
    return tuple(bounded(one) for one in dict.fromkeys((*names, *spaced)) if one and one != names[0])


def _slots(owner: Label | RelationshipType) -> dict[str, _Slot]:
    return {one.name: _slot(one) for one in owner.properties}


def _slot(facts: Property) -> _Slot:
    key = column_key(facts.name)
    relation = Relation(key, key.replace("_", " "), facts.description, facts.words)
    years = facts.type is ValueType.NUMBER and all(_YEAR.fullmatch(one) for one in facts.samples)
    return _Slot(facts, relation, years and speaks_of_years(name_words(facts.name)))


def _type_relation(kind: RelationshipType) -> Relation:
    return Relation(kind.name, _words(kind.name), kind.description, kind.words)


def _words(identifier: str) -> str:
    return " ".join(name_words(identifier)) or identifier
