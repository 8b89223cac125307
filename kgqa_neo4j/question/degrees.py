"""Gradable adjectives and the quantities that measure them: "hotter" by temperature, "best" by rating."""

from __future__ import annotations

# Adjective, whether its superlative means the greatest value, names of the quantities.
_MEASURES: tuple[tuple[str, bool, tuple[str, ...]], ...] = (
    ("cheap", False, ("price", "cost", "rate", "fee")),
    ("expensive", True, ("price", "cost", "rate", "fee")),
    ("pricey", True, ("price", "cost", "rate", "fee")),
    ("pricy", True, ("price", "cost", "rate", "fee")),
    ("costly", True, ("price", "cost", "rate", "fee")),
    ("dear", True, ("price", "cost", "rate", "fee")),
    ("hot", True, ("temperature", "heat")),
    ("warm", True, ("temperature",)),
    ("cold", False, ("temperature",)),
    ("cool", False, ("temperature",)),
    ("busy", True, ("passengers", "traffic", "visitors", "number")),
    ("crowded", True, ("attendance", "visitors", "population")),
    ("strong", True, ("strength", "power", "magnitude")),
    ("weak", False, ("strength", "power", "magnitude")),
    ("powerful", True, ("power", "strength")),
    ("dense", True, ("density",)),
    ("close", False, ("distance",)),
    ("near", False, ("distance",)),
    ("far", True, ("distance",)),
    ("thick", True, ("thickness",)),
    ("thin", False, ("thickness",)),
    ("bright", True, ("brightness", "magnitude")),
    ("loud", True, ("volume", "loudness")),
    ("hard", True, ("difficulty", "hardness")),
    ("difficult", True, ("difficulty",)),
    ("easy", False, ("difficulty",)),
    ("poor", False, ("income", "wealth", "net worth")),
    ("spicy", True, ("spiciness", "heat")),
    ("healthy", False, ("calories",)),
    ("good", True, ("rating", "score", "grade", "rank")),
    ("bad", False, ("rating", "score", "grade", "rank")),
    ("wet", True, ("moisture", "humidity", "rainfall")),
    ("dry", False, ("moisture", "humidity", "rainfall")),
    ("steep", True, ("gradient", "slope")),
    ("large", True, ("area", "population", "size", "number", "capacity")),
    ("big", True, ("area", "population", "size", "number", "capacity")),
    ("small", False, ("area", "population", "size", "number", "capacity")),
    ("popular", True, ("popularity", "visitors", "votes", "sales")),
    ("attended", True, ("attendance", "visitors", "audience")),
    ("visited", True, ("visitors", "visits", "attendance")),
    ("productive", True, ("output", "production")),
    ("profitable", True, ("profit", "revenue")),
)
_IRREGULAR = {
    "better": "good", "best": "good", "worse": "bad", "worst": "bad", "farther": "far", "farthest": "far",
    "further": "far", "furthest": "far", "hotter": "hot", "hottest": "hot", "bigger": "big", "biggest": "big",
    "wetter": "wet", "wettest": "wet", "thinner": "thin", "thinnest": "thin",
}  # fmt: skip
_GREATEST = ("more", "most", "best", "better")
_TABLE = {adjective: (greatest, phrases) for adjective, greatest, phrases in _MEASURES}


def measured_by(word: str) -> tuple[bool, tuple[str, ...]] | None:
    """Return whether a comparative or superlative means the greatest value, and the quantities that measure it.

    "Most" or "least" before it counts: "least expensive" means the least. None for unlisted adjectives.
    """
    direction, _, adjective = word.partition(" ")
    if adjective and direction in (*_GREATEST, "less", "least", "worst"):
        known = _TABLE.get(adjective)
        return (known[0] is (direction in _GREATEST), known[1]) if known else None
    for base in (_IRREGULAR.get(word), *_bases(word)):
        if base in _TABLE:
            return _TABLE[base]
    return None


def _bases(word: str) -> tuple[str, ...]:
    for ending in ("est", "er"):
        if word.endswith(ending):
            root = word.removesuffix(ending)
            return (root, f"{root}e", f"{root.removesuffix('i')}y")
    return ()
