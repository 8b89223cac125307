"""Units that the name of a property says."""

from __future__ import annotations

from kgqa_neo4j.attached.text import name_words

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

_BY_WORD = {word: unit for unit, named in _UNITS.items() for word in named}


def unit_of(name: str) -> str:
    """Return the unit that the last word of a property's name is, as in ``duration_min``; "" if it is none."""
    parts = name_words(name)
    return _BY_WORD.get(parts[-1], "") if len(parts) > 1 else ""
