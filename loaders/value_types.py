"""Which relations of a user's triples lead to values, decided for each relation over the whole file.

If nearly all of its objects are dates, it is a relation to dates; "1984" among titles stays a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal
from zlib import crc32

from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import Time, boolean_value, moment_value, number_value, time_value
from kgqa_neo4j.model.qualifiers import time_key
from kgqa_neo4j.model.units import raised

Kind = Literal["date", "year", "number", "boolean"]

# Minimum share of a relation's objects that are values of one kind. The others stay names.
ENOUGH = 0.9
# Maximum share of them that are subjects elsewhere in the file: values have no facts of their own.
MOST_SUBJECTS = 0.1
# Maximum number of relations listed to the user.
_SHOWN = 10
_CLOCK = r"[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?"
# A day that does not exist in its month is no date.
_DAY = r"(?!02-3|(?:04|06|09|11)-31)(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])"
_DATE = re.compile(rf"[+-]?\d{{4,9}}-{_DAY}(?:{_CLOCK})?)?")
_YEAR = re.compile(r"[+-]?\d{4}")
# A number with leading zeros is a code. Commas may group thousands.
_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,17})(?:\.\d{1,17})?(?:[eE][+-]?\d{1,2})?")
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}
# Placeholders say nothing about the kind of the other objects.
_NOTHING = frozenset({"unknown", "none", "null", "n/a", "na", "nan", "nil", "tbd", "tba", "-", "?", "missing"})
_FIRST = frozenset("0123456789+-")
# First characters of objects that may be values; this alone excludes most others.
_MAYBE = _FIRST | frozenset("tTfFyYnN")
# The same as the first byte of raw fields, which may begin with blanks or a byte order mark.
_MAYBE_SUBJECT = {bytes([code]) for code in (*map(ord, _FIRST), *range(33), *range(128, 256))} | {b""}
# Objects that begin with these may be words for a truth value, or for nothing.
_MAYBE_WORDS = {one.encode() for one in (_MAYBE - _FIRST) | set("?uUmM")}
_WORDS = frozenset(word.encode() for word in (*_BOOLEANS, *_NOTHING))
# Last words of relation names whose objects are names even if they look like values.
_NAMES = frozenset(
    {"name", "title", "label", "alias", "called", "id", "identifier", "code", "key", "isbn", "issn", "ean",
     "sku", "phone", "telephone", "mobile", "fax", "zip", "zipcode", "postcode", "postal", "version"}
)  # fmt: skip
_LONGEST_NOTHING = max(map(len, _NOTHING))
_NUMBERED = frozenset({"number", "no", "nr"})
_YEAR_WORDS = frozenset(
    {"years", "founded", "foundation", "founding", "established", "born", "birth", "died", "death", "released",
     "release", "built", "construction", "completed", "opened", "closed", "created", "creation", "published",
     "publication", "introduced", "hired", "joined", "left", "launched", "launch", "inception", "dissolved",
     "discovered", "invented", "graduated", "married", "formed", "debut", "premiere", "issued", "vintage",
     "elected", "appointed", "since", "until", "retired", "acquired", "enrolled", "erected", "commissioned",
     "registered", "signed", "restored", "renovated", "planted", "manufactured", "written", "composed", "painted",
     "adopted", "enacted", "abolished", "ratified", "crowned"}
)  # fmt: skip
_UNITS = {
    "mm": "mm", "cm": "cm", "m": "m", "km": "km", "mi": "mi", "miles": "mi", "ft": "ft", "feet": "ft",
    "inches": "in", "meters": "m", "metres": "m", "kilometers": "km", "kilometres": "km",
    "m2": "m²", "sqm": "m²", "km2": "km²", "sqkm": "km²", "ha": "ha", "m3": "m³",
    "mg": "mg", "g": "g", "kg": "kg", "tons": "t", "tonnes": "t", "lb": "lb", "lbs": "lb", "oz": "oz",
    "ml": "ml", "l": "l", "litres": "l", "liters": "l",
    "ms": "ms", "sec": "s", "secs": "s", "seconds": "s", "min": "min", "mins": "min", "minutes": "min",
    "h": "h", "hrs": "h", "hours": "h", "days": "d", "weeks": "weeks", "months": "months",
    "eur": "EUR", "euro": "EUR", "euros": "EUR", "usd": "USD", "dollars": "USD", "gbp": "GBP", "chf": "CHF",
    "jpy": "JPY", "cny": "CNY", "inr": "INR", "percent": "%", "pct": "%",
    "celsius": "°C", "kelvin": "K", "hz": "Hz", "khz": "kHz", "mhz": "MHz", "ghz": "GHz",
    "w": "W", "kw": "kW", "mw": "MW", "kwh": "kWh", "mwh": "MWh", "kb": "kB", "mb": "MB", "gb": "GB",
    "tb": "TB",
    "kmh": "km/h", "kph": "km/h", "mph": "mph", "hp": "hp",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ValueType:
    """The kind of value that a relation leads to, with the unit of numbers ("" for none)."""

    kind: Kind
    unit: str = ""

    def value(self, text: str) -> Entity | None:
        """Return the node of a value; None if the text is not of this kind, such as ``unknown``."""
        try:
            if self.kind == "boolean":
                return boolean_value(_BOOLEANS[text.lower()])
            if self.kind == "number":
                return _number(text, self.unit)
            return _time(text)
        except (KeyError, ValueError):
            return None


def _number(text: str, unit: str) -> Entity | None:
    return number_value(Decimal(text.replace(",", "")), unit) if _NUMBER.fullmatch(text) else None


def _time(text: str) -> Entity | None:
    if _YEAR.fullmatch(text):
        return time_value(Time.parse_historic(text))
    if not _DATE.fullmatch(text):
        return None
    day = text[: text.index(":") - 3] if ":" in text else text
    time = Time.parse_historic(day)
    return time_value(time) if day == text else moment_value(time, text)


@dataclass(slots=True)
class _Objects:
    """The number of a relation's objects, and of those of each kind."""

    total: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


class _Sampled:
    """Texts grouped by side, sampled by hash to fit in memory, so that all sides keep the same texts."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._mask = 0
        self._held = 0
        self.sides: dict[str | None, set[str]] = {}

    def add(self, side: str | None, text: str) -> None:
        if not self._is_sampled(text):
            return
        held = self.sides.setdefault(side, set())
        before = len(held)
        held.add(text)
        self._held += len(held) - before
        while self._held > self._most:
            self._mask = self._mask << 1 | 1
            self._sift()

    def merge(self, other: _Sampled) -> None:
        """Add another sample; the result is as if all its texts had been added here."""
        self._mask = max(self._mask, other._mask)
        for side, texts in other.sides.items():
            self.sides.setdefault(side, set()).update(texts)
        self._sift()
        while self._held > self._most:
            self._mask = self._mask << 1 | 1
            self._sift()

    def _sift(self) -> None:
        for name, texts in self.sides.items():
            self.sides[name] = set(filter(self._is_sampled, texts))
        self._held = sum(map(len, self.sides.values()))

    def _is_sampled(self, text: str) -> bool:
        return not self._mask or not crc32(text.encode("utf-8", "replace")) & self._mask


class ValueTypes:
    """Counts the kinds of objects in triples and decides which relations lead to values, in bounded memory."""

    def __init__(self, most_held: int = 200_000) -> None:
        """Keep at most `most_held` texts in memory, to find objects that are also subjects."""
        self._relations: dict[str, _Objects] = {}
        self._sampled = _Sampled(most_held)

    def add(self, subject: str, relation: str, object_: str) -> None:
        """Add a triple whose parts are stripped of blanks."""
        if subject[0] in _FIRST and _kind(subject):
            self._sampled.add(None, subject)
        objects = self._relations.get(relation)
        if objects is None:
            objects = self._relations[relation] = _Objects()
        objects.total += 1
        if len(object_) <= _LONGEST_NOTHING and object_.lower() in _NOTHING:
            objects.total -= 1
        elif object_[0] in _MAYBE and (kind := _kind(object_)):
            objects.kinds[kind] += 1
            if kind != "boolean":
                self._sampled.add(relation, object_)

    def add_names(self, relation: str, count: int) -> None:
        """Add `count` triples of a relation for which `may_have_values` is false."""
        self._relations.setdefault(relation, _Objects()).total += count

    def merge(self, other: ValueTypes) -> None:
        """Add the counts of another instance."""
        for relation, seen in other._relations.items():
            objects = self._relations.setdefault(relation, _Objects())
            objects.total += seen.total
            objects.kinds.update(seen.kinds)
        self._sampled.merge(other._sampled)

    def found(self) -> dict[str, ValueType]:
        """Return the relations that lead to values, with their types."""
        return {
            relation: type_
            for relation, objects in self._relations.items()
            if (type_ := self._type(relation, objects)) is not None
        }

    def _type(self, relation: str, objects: _Objects) -> ValueType | None:
        words = relation_words(relation)
        least = ENOUGH * objects.total
        kinds = objects.kinds
        if not kinds or _is_name(words):
            return None
        if kinds["boolean"] >= least:
            return ValueType("boolean")
        if self._are_subjects(relation):
            return None
        if kinds["date"] and kinds["date"] + kinds["year"] >= least:
            return ValueType("date")
        if kinds["year"] >= least and speaks_of_years(words):
            return ValueType("year")
        if kinds["number"] + kinds["year"] >= least:
            return ValueType("number", unit_of(relation))
        return None

    def _are_subjects(self, relation: str) -> bool:
        objects = self._sampled.sides.get(relation, set())
        both = len(objects & self._sampled.sides.get(None, set()))
        return both > MOST_SUBJECTS * len(objects)


def speaks_of_years(words: Iterable[str]) -> bool:
    """Whether the words of a relation's name suggest that four digits are a year."""
    said = list(words)
    return bool(time_key(" ".join(said)) or _YEAR_WORDS.intersection(said))


def _is_name(words: list[str]) -> bool:
    # "phone number" is a name, "number of employees" is not.
    return bool(words) and (words[-1] in _NAMES or (len(words) > 1 and words[-1] in _NUMBERED))


def may_have_values(subject: bytes, relation: bytes, object_: bytes) -> bool:
    """Whether a line may have values, given its raw fields."""
    first = object_[:1]
    if first in _MAYBE_SUBJECT or subject[:1] in _MAYBE_SUBJECT:
        return True
    # Blanks beyond ASCII are stripped only from text.
    return first in _MAYBE_WORDS and (not object_.isascii() or object_.strip().lower() in _WORDS)


def relation_words(relation: str) -> list[str]:
    """Return the words of a relation's name in lower case, the same for ``releaseYear`` and ``release_year``."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", relation)
    return [word for word in re.split(r"[\W_]+", spaced.lower()) if word]


def unit_of(relation: str) -> str:
    """Return the unit at the end of a relation's name, as in ``height_m`` and ``price_eur``; "" for none."""
    words = relation_words(relation)
    if len(words) == 1:
        return ""
    return raised(_UNITS.get(words[-1], ""), words[-2])


def said_types(types: Mapping[str, ValueType]) -> Iterator[str]:
    """Yield a line for the user that lists the relations to values, none if there are none."""
    if types:
        said = ", ".join(
            f"{relation} ({type_.kind}{f' in {type_.unit}' if type_.unit else ''})"
            for relation, type_ in sorted(types.items())[:_SHOWN]
        )
        more = f" and {len(types) - _SHOWN:,} more" if len(types) > _SHOWN else ""
        yield f"values: {said}{more}; --no-typed keeps them as names"


def types_of(triples: Iterable[tuple[str, str, str]]) -> dict[str, ValueType]:
    """Return the relations in these triples that lead to values."""
    types = ValueTypes()
    for triple in triples:
        types.add(*triple)
    return types.found()


def _kind(text: str) -> str:
    """Return the kind of value that a text looks like, "" for none."""
    if text[0] in _FIRST:
        if _YEAR.fullmatch(text):
            return "year"
        if _NUMBER.fullmatch(text):
            return "number"
        return "date" if _DATE.fullmatch(text) else ""
    return "boolean" if text.lower() in _BOOLEANS else ""
