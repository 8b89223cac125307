"""Units of measurement: what a number in a question is in the unit that a relation's name says."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Each quantity: spellings, and how many of the smallest unit that is.
_LENGTH = {
    "mm": 1e-3, "millimetre": 1e-3, "cm": 1e-2, "centimetre": 1e-2, "m": 1.0, "metre": 1.0, "km": 1e3, "kilometre": 1e3,
    "mile": 1609.344, "foot": 0.3048, "feet": 0.3048, "inch": 0.0254,
}  # fmt: skip
_MASS = {
    "mg": 1e-3, "milligram": 1e-3, "g": 1.0, "gram": 1.0, "kg": 1e3, "kilogram": 1e3, "kilo": 1e3, "t": 1e6, "ton": 1e6,
    "tonne": 1e6, "pound": 453.592, "lb": 453.592, "ounce": 28.3495,
}  # fmt: skip
_TIME = {
    "second": 1.0, "s": 1.0, "sec": 1.0, "minute": 60.0, "min": 60.0, "hour": 3600.0, "h": 3600.0, "day": 86400.0,
}  # fmt: skip
_DATA = {
    "byte": 1e-3, "kb": 1.0, "kilobyte": 1.0, "mb": 1e3, "megabyte": 1e3, "gb": 1e6, "gigabyte": 1e6,
}  # fmt: skip
_QUANTITIES = (_LENGTH, _MASS, _TIME, _DATA)


def factor(unit: str, name: Iterable[str]) -> float:
    """Return what a number in a unit is multiplied by to compare it with values of a relation.

    Args:
        unit: as the question says it.
        name: the words of the relation's name, of which one may be a unit ("height cm").
    """
    told = _plain(unit)
    for quantity in _QUANTITIES:
        if told in quantity:
            held = next((word for word in map(_plain, name) if word in quantity), None)
            return quantity[told] / quantity[held] if held else 1.0
    return 1.0


def _plain(unit: str) -> str:
    unit = re.sub(r"meter(s?)$", r"metre\1", unit.lower())
    return unit if len(unit) <= 2 else unit.removesuffix("s") if not unit.endswith("ss") else unit
