"""Units in the names of properties."""

from __future__ import annotations

from kgqa_neo4j.attached.text import name_words
from kgqa_neo4j.model.units import raised

_UNITS = {
    "seconds": ("s", "sec", "secs", "second", "seconds"),
    "milliseconds": ("ms", "millis", "milliseconds"),
    "minutes": ("min", "mins", "minute", "minutes"),
    "hours": ("h", "hr", "hrs", "hours"),
    "days": ("days",),
    "months": ("months",),
    "years": ("yrs", "years"),
    "cm": ("cm", "centimeters", "centimetres"),
    "mm": ("mm", "millimeters", "millimetres"),
    "m": ("meters", "metres"),
    "km": ("km", "kilometers", "kilometres"),
    "miles": ("mi", "miles"),
    "ft": ("ft", "feet"),
    "inches": ("inches",),
    "kg": ("kg", "kgs", "kilograms"),
    "g": ("grams",),
    "lb": ("lb", "lbs", "pounds"),
    "USD": ("usd", "dollars"),
    "EUR": ("eur", "euros"),
    "GBP": ("gbp",),
    "credits": ("credits",),
    "%": ("percent", "percentage", "pct"),
    "bytes": ("bytes",),
    "MB": ("mb", "megabytes"),
    "GB": ("gb", "gigabytes"),
    "km/h": ("kmh", "kph"),
    "mph": ("mph",),
}
CURRENCIES = frozenset({"USD", "EUR", "GBP"})
"""Units of money."""

_LENGTHS = frozenset(
    {"length", "height", "width", "depth", "elevation", "altitude", "distance", "draft", "draught"}
)
_RUNTIME = "runtime"
# Minimum length of a unit that is a property's whole name.
_SPELT = 4
_BY_WORD = {word: unit for unit, named in _UNITS.items() for word in named}


def unit_of(name: str) -> str:
    """Return the unit that a property's name is or ends in, as in ``duration_min`` and ``hours``; "" if none."""
    parts = name_words(name)
    if len(parts) > 1 and parts[-1] == "m" and not _LENGTHS.isdisjoint(parts):
        # Elsewhere "m" may mean millions or months.
        return "m"
    if "".join(parts) == _RUNTIME:
        # Minutes in nearly every film catalog.
        return "minutes"
    if len(parts) == 1:
        return _BY_WORD.get(parts[0], "") if len(parts[0]) >= _SPELT else ""
    return raised(_BY_WORD.get(parts[-1], ""), parts[-2])
