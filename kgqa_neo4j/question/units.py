"""Units of measurement: convert numbers in a question to the unit in a relation's name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from neo4j.time import Duration

# Each quantity: spellings of its units, and their size in a base unit.
_LENGTH = {
    "mm": 1e-3, "millimetre": 1e-3, "cm": 1e-2, "centimetre": 1e-2, "m": 1.0, "metre": 1.0, "km": 1e3, "kilometre": 1e3,
    "mile": 1609.344, "mi": 1609.344, "foot": 0.3048, "feet": 0.3048, "ft": 0.3048, "inch": 0.0254, "inche": 0.0254,
}  # fmt: skip
_MASS = {
    "mg": 1e-3, "milligram": 1e-3, "g": 1.0, "gram": 1.0, "kg": 1e3, "kilogram": 1e3, "kilo": 1e3, "t": 1e6, "ton": 1e6,
    "tonne": 1e6, "pound": 453.592, "lb": 453.592, "ounce": 28.3495,
}  # fmt: skip
_TIME = {
    "millisecond": 1e-3, "second": 1.0, "s": 1.0, "sec": 1.0, "minute": 60.0, "min": 60.0, "hour": 3600.0, "h": 3600.0,
    "day": 86400.0,
}  # fmt: skip
_DATA = {
    "byte": 1e-3, "kb": 1.0, "kilobyte": 1.0, "mb": 1e3, "megabyte": 1e3, "gb": 1e6, "gigabyte": 1e6,
}  # fmt: skip
_QUANTITIES = (_LENGTH, _MASS, _TIME, _DATA)
# Adjectives that ask for a quantity, after "how".
_DEGREES = ((_LENGTH, ("wide", "long", "tall", "deep")), (_MASS, ("heavy",)), (_TIME, ("long",)))
_LASTING = frozenset({"duration", "runtime", "running time", "playing time", "run time", "length"})
# Calendar units, which have no fixed number of seconds: (months, days).
_CALENDAR = {"day": (0, 1), "week": (0, 7), "month": (1, 0), "year": (12, 0)}
_MONEY = frozenset({
    "euro", "eur", "dollar", "usd", "pound", "gbp", "cent", "penny", "pence", "franc", "quid", "buck",
})  # fmt: skip
CURRENCY_SIGNS = {"$": ("usd", "dollars"), "\u20ac": ("eur", "euros"), "\u00a3": ("gbp", "pounds")}
"""Currency signs, each with an unambiguous unit ("pound" is also a mass) and its noun."""
_CENTS, _CENTS_OF_ONE = frozenset({"cent", "penny", "pence"}), 100
# As Neo4j compares durations: a month is a twelfth of 365.2425 days.
MONTH_SECONDS, DAY_SECONDS = 2_629_746, 86_400


def duration(number: float, unit: str) -> str:
    """Return a number of units of time as an ISO 8601 duration, such as ``PT1H30M``; "" for other units."""
    told = _plain(unit)
    if told in _CALENDAR and float(number).is_integer():
        months, days = (int(number) * one for one in _CALENDAR[told])
        return Duration(months=months, days=days).iso_format()
    return Duration(seconds=round(number * _TIME[told])).iso_format() if told in _TIME else ""


def seconds(text: str) -> int:
    """Return the length of an ISO 8601 duration in seconds.

    Raises:
        ValueError: `text` is not a duration.
    """
    one = Duration.from_iso_format(text)
    return int(one.months * MONTH_SECONDS + one.days * DAY_SECONDS + one.seconds)


def is_unit(noun: str) -> bool:
    """Return whether a noun is a unit of length, mass, time, data or money."""
    told = _plain(noun)
    return told in _MONEY or told in _CALENDAR or any(told in quantity for quantity in _QUANTITIES)


def degrees_in(unit: str) -> tuple[str, ...]:
    """Return adjectives for what is measured in a unit: wide, long, tall and deep for metres."""
    told = _plain(unit)
    return next((adjectives for quantity, adjectives in _DEGREES if told in quantity), ())


def is_lasting(name: Iterable[str]) -> bool:
    """Return whether the words of a name mean how long something lasts: "minutes", "duration", "running time"."""
    told = [_plain(word) for word in name]
    return " ".join(told[-2:]) in _LASTING or told[-1] in _LASTING or told[-1] in _TIME or told[-1] in _CALENDAR


def factor(unit: str, name: Iterable[str]) -> float:
    """Return the factor that converts a number in a unit to the unit of a relation's values, 1 if either is unknown.

    Args:
        unit: the unit in the question.
        name: the words of the relation's name, one of which may be a unit ("height cm").
    """
    return next((scale for word in name if (scale := converted(1.0, unit, word)) is not None), 1.0)


def converted(number: float, unit: str, other: str) -> float | None:
    """Return a number in one unit converted to another; None if they measure different quantities."""
    told, held = _plain(unit), _plain(other)
    for quantity in _QUANTITIES:
        if told in quantity and held in quantity:
            return number * quantity[told] / quantity[held]
    if told not in _MONEY or held not in _MONEY:
        return None
    if (held in _CENTS) is (told in _CENTS):
        return number
    return number * _CENTS_OF_ONE if held in _CENTS else number / _CENTS_OF_ONE


def is_money(unit: str) -> bool:
    """Return whether a unit is one of money."""
    return _plain(unit) in _MONEY


def in_unit(text: str, unit: str) -> float:
    """Return the length of an ISO 8601 duration in a unit of time.

    Raises:
        ValueError: `text` is not a duration.
        KeyError: `unit` is not a unit of time.
    """
    return seconds(text) / _TIME[_plain(unit)]


def _plain(unit: str) -> str:
    unit = re.sub(r"meter(s?)$", r"metre\1", unit.lower())
    return unit if len(unit) <= 2 else unit.removesuffix("s") if not unit.endswith("ss") else unit
