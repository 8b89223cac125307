"""Units of areas and volumes, which names say in words: ``size in square metres``."""

_LENGTHS = frozenset({"mm", "cm", "m", "km", "mi", "miles", "ft", "in", "inches"})
_POWERS = {"square": "²", "sq": "²", "cubic": "³"}


def raised(unit: str, before: str) -> str:
    """Return a unit of length as one of area or volume, where the word before it says so; another as it is."""
    return unit + _POWERS.get(before, "") if unit in _LENGTHS else unit
