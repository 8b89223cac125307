"""Literals as nodes: dates, numbers, texts and places; each value is one shared node."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from neo4j.spatial import WGS84Point

from kgqa_neo4j.model.graph import VALUE, Entity

Precision = Literal["day", "month", "year", "decade", "century", "millennium", "era"]
# Neo4j's dates range from year -999,999,999 to year 999,999,999.
MAX_YEAR = 999_999_999
MAX_ID = 200
# Characters. A name is an index key and appears in prompts; the whole text is the node's ``value``.
MAX_NAME = 1000
_INT64 = 1 << 63
_DATE = re.compile(r"([+-]?)(\d{1,9})(?:-(\d\d)(?:-(\d\d))?)?")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_YEARS: Mapping[str, int] = {"decade": 10, "century": 100, "millennium": 1000}


@dataclass(frozen=True, slots=True, order=True)
class Time:
    """A date of the proleptic Gregorian calendar, or the period that begins on it.

    Years are numbered as in ISO 8601: the year before year 1 is year 0.
    """

    year: int
    month: int = 1
    day: int = 1
    precision: Precision = "day"

    @classmethod
    def parse(cls, text: str) -> Time:
        """Parse ``1952``, ``1952-03`` or ``1952-03-11``, with an optional sign; a month or day 00 counts as missing.

        Raises:
            ValueError: it is none of these, or there is no such day.
        """
        match = _DATE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is not a date")
        sign, year, month, day = match.groups()
        number = -int(year) if sign == "-" else int(year)
        if int(month or 0) == 0:
            return cls(number, precision="year")
        if int(day or 0) == 0:
            return cls.of(number, int(month), precision="month")
        return cls.of(number, int(month), int(day))

    @classmethod
    def parse_historic(cls, text: str) -> Time:
        """Parse as `parse` does, but refuse the year 0, for sources that count years without one, as historians do.

        Raises:
            ValueError: as `parse`, or it is the year 0.
        """
        time = cls.parse(text)
        if time.year == 0:
            raise ValueError(f"there is no year 0, as in {text}")
        return time

    @classmethod
    def of(cls, year: int, month: int = 1, day: int = 1, precision: Precision = "day") -> Time:
        """Return a time after checking that there is such a day.

        Raises:
            ValueError: there is none, or it is outside the range that Neo4j stores.
        """
        if abs(year) > MAX_YEAR:
            raise ValueError(f"year {year} is beyond what can be stored")
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        last = 28 if month == 2 and not leap else _DAYS[month - 1] if 1 <= month <= 12 else 0
        if not 1 <= day <= last:
            raise ValueError(f"there is no day {year}-{month:02}-{day:02}")
        return cls(year, month, day, precision)

    @property
    def iso(self) -> str:
        """Its first day in the format of Cypher's ``date()``."""
        sign = "-" if self.year < 0 else "+" if self.year > 9999 else ""
        return f"{sign}{abs(self.year):04}-{self.month:02}-{self.day:02}"

    @property
    def name(self) -> str:
        """Readable form, with as much of the date as is known; ``1950s``, ``19th century``."""
        before = self.year <= 0
        year = 1 - self.year if before else self.year
        suffix = " BCE" if before else ""
        if self.precision in ("century", "millennium"):
            return f"{_ordinal(-(-year // _YEARS[self.precision]))} {self.precision}{suffix}"
        if self.precision == "decade":
            return f"{year - year % 10}s{suffix}"
        if self.precision == "era":
            return f"about {year:,}{suffix}"
        shown = f"{year:04}" if not before else str(year)
        if self.precision != "year":
            shown += f"-{self.month:02}"
        if self.precision == "day":
            shown += f"-{self.day:02}"
        return shown + suffix


def _ordinal(number: int) -> str:
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def time_value(time: Time) -> Entity:
    """Return the node of a date or period; its ``value`` is the first day, with ``precision``."""
    key = time.iso if time.precision == "day" else f"{time.iso}/{time.precision}"
    return _value("time", key, time.name, {"value": time, "precision": time.precision})


def moment_value(time: Time, text: str) -> Entity:
    """Return the node of a date with a time of day, ISO 8601; its ``value`` is the day, by which times are compared."""
    return _value("time", text, text.replace("T", " "), {"value": time, "precision": "day", "moment": text})


def distant_time_value(year: int, precision: Precision = "era") -> Entity:
    """Return the node of a time outside the range of Neo4j's dates; it has a ``year`` and no ``value``."""
    name = Time(year, precision=precision).name
    return _value("time", f"{year}/{precision}", name, {"year": year, "precision": precision})


def number_value(number: Decimal, unit: str = "", unit_id: str = "") -> Entity:
    """Return the node of a quantity, with or without a unit."""
    plain = number.normalize()
    whole = plain == plain.to_integral_value() and abs(plain) < _INT64
    value: int | float = int(plain) if whole else float(plain)
    lexical = str(value) if whole else format(plain, "f") if abs(plain.adjusted()) < 30 else str(plain)
    properties: dict[str, Any] = {"value": value}
    if unit:
        properties |= {"unit": unit}
    if unit_id:
        properties |= {"unit_id": unit_id}
    key = f"{lexical} {unit_id or unit}".strip()
    return _value("number", key, f"{lexical} {unit}".strip(), properties)


def text_value(text: str, language: str = "") -> Entity:
    """Return the node of a text, with or without a language."""
    properties = {"value": text} | ({"language": language} if language else {})
    return _value("text", f"{language}:{text}" if language else text, text, properties)


def boolean_value(value: bool) -> Entity:
    """Return the node of a boolean, named "yes" or "no"."""
    return _value("boolean", str(value).lower(), "yes" if value else "no", {"value": value})


def place_value(latitude: float, longitude: float) -> Entity:
    """Return the node of a place on Earth, in degrees.

    Raises:
        ValueError: there is no such place.
    """
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise ValueError(f"there is no place {latitude}, {longitude}")
    name = f"{latitude:g}, {longitude:g}"
    return _value("place", f"{latitude!r},{longitude!r}", name, {"value": WGS84Point((longitude, latitude))})


def distant_place_value(latitude: float, longitude: float, globe: str, globe_id: str = "") -> Entity:
    """Return the node of a place on a globe other than Earth, in degrees; it has no ``value``."""
    name = f"{latitude:g}, {longitude:g} ({globe or globe_id})"
    properties = {"latitude": latitude, "longitude": longitude, "globe": globe, "globe_id": globe_id}
    return _value("place", f"{latitude!r},{longitude!r} {globe_id or globe}", name, properties)


def bounded(name: str) -> str:
    """Return a name, truncated to `MAX_NAME` characters for the index."""
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"


def unknown_value(key: str) -> Entity:
    """Return a separate node for a value that exists but is unknown; `key` identifies it."""
    return _value("unknown", key, "unknown", {})


def _value(datatype: str, key: str, name: str, properties: Mapping[str, Any]) -> Entity:
    if len(key) > MAX_ID:
        key = key[:MAX_ID] + "#" + hashlib.blake2b(key.encode(), digest_size=10).hexdigest()
    told = {"datatype": datatype, **properties}
    return Entity(f"{datatype}:{key}", bounded(name), labels=(VALUE,), properties=told)


def split_times(properties: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return properties as (those that are stored as they are, the ISO days of those that are times).

    The precision of a time that is coarser than a day becomes a property of its own, ``<name>_precision``. Times are
    passed as text, because the driver has no dates before year 1 or after 9999, while Cypher does.
    """
    plain: dict[str, Any] = {}
    times: dict[str, str] = {}
    for key, value in properties.items():
        if isinstance(value, Time):
            times[key] = value.iso
            if value.precision != "day" and key != "value":
                plain[f"{key}_precision"] = value.precision
        else:
            plain[key] = value
    return plain, times
