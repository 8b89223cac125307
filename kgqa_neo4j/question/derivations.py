"""Words derived from names: "drummers" play drums, "Italian" is of Italy."""

from __future__ import annotations

from kgqa_neo4j.question.tables import table

# Ending of the derived word, possible endings of the base.
_ENDINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ologist", ("ology",)),
    ("ician", ("ics", "ic")),
    ("icist", ("ics",)),
    ("ianist", ("iano",)),
    ("eon", ("ery",)),
    ("ist", ("", "s", "o", "y", "a", "e", "ism")),
    ("er", ("", "s", "e", "ing")),
    ("ese", ("", "a", "y", "u")),
    ("ian", ("", "ia", "y", "a")),
    ("an", ("", "a", "o", "e")),
    ("ish", ("en", "ey", "")),
    ("i", ("",)),
    ("ic", ("", "y", "s", "ia", "land")),
    ("ated", ("ation",)),
    ("al", ("", "e", "y")),
)
_LEAST = 4


def of_country(word: str) -> list[str]:
    """Return the names of the country that a lower-case word names or is an adjective of; [] for other words."""
    country = table("nationalities.txt").get(word, word)
    others = table("country_names.txt").get(country, "")
    names = [name.strip() for name in others.split("|")] if others else []
    return [name for name in (country, *names) if name != word]


def made_of(word: str) -> list[str]:
    """Return possible bases of a word in the singular, in lower case; they need not exist."""
    word = word.lower()
    found = of_country(word)
    for ending, instead in _ENDINGS:
        root = word.removesuffix(ending)
        if root != word and len(root) >= _LEAST - 1:
            roots = [root, root[:-1]] if root[-1] == root[-2] else [root]
            found += [one + other for one in roots for other in instead if len(one + other) >= _LEAST]
    return list(dict.fromkeys(found))
