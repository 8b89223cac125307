"""Units of area and volume that names spell out: ``size in square metres``."""

_LENGTHS = frozenset({"mm", "cm", "m", "km", "mi", "miles", "ft", "in", "inches"})
_POWERS = {"square": "²", "sq": "²", "cubic": "³"}


def raised(unit: str, before: str) -> str:
    """Return a unit of length as one of area or volume, if the word before it says so; other units as they are."""
    return unit + _POWERS.get(before, "") if unit in _LENGTHS else unit
