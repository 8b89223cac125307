"""Identifiers that shorten words by leaving letters out: ``cpn`` for "coupon", ``prod`` for "product"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.tables import table

MARK = "."
"""What is written behind a word that is a short form, as in print."""

_VOWELS = "aeiou"
# A word may end in "y": "cty".
_CLIPPED = re.compile(r"\w[^aeiouy]*[^aeiou]")
_LEAST, _LONGEST = 3, 5
# Letters at least that a word has more than its beginning which stands for it.
_LONGER = 2
# Words at most that a short form may mean.
_MEANINGS = 3
# Share of a word's consonants that are kept where the short form is not how its consonants begin.
_KEPT = 0.6
# Share of the words of identifiers from which they are short throughout, so that short words with vowels are too.
_TERSE = 0.25


def are_terse(identifiers: Iterable[str]) -> bool:
    """Return whether so many words of identifiers are short forms that any short one may be."""
    words = [word for word in dict.fromkeys(identifiers) if word not in FUNCTION_WORDS]
    short = [word for word in words if word in table("abbreviations.txt") or _is_clipped(word)]
    return len(short) >= _TERSE * len(words) > 0


def expansions(short: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the words of those that are known for which a short form stands; none where too many might be meant.

    Words that lack nothing but vowels there are meant before others.
    """
    found = tuple(word for word in known if len(word) >= len(short) + _LONGER and shortens(short, word))
    whole = tuple(word for word in found if _is_clipped(short) and _consonants(word) == _consonants(short))
    return whole or (found if len(found) <= _MEANINGS else ())


def may_shorten(word: str, terse: bool) -> bool:
    """Return whether a word of an identifier may be a short form: it has no vowel inside, or is short among such."""
    return _is_clipped(word) or (terse and word.isalpha() and _LEAST <= len(word) <= _LONGEST)


@lru_cache(maxsize=50_000)
def shortens(short: str, word: str) -> bool:
    """Return whether `short` is a word with letters left out, of which it keeps the first.

    Either the word begins so ("prod", "product"), or it keeps consonants alone: as the word's own consonants begin
    ("shp", "shipment"), or most of them with the last one ("rtg", "rating").
    """
    if len(short) < _LEAST or short[0] != word[:1] or len(word) <= len(short):
        return False
    if word.startswith(short):
        return len(word) >= len(short) + _LONGER
    if not _is_clipped(short) or short in table("abbreviations.txt"):
        # What is known stands for one word.
        return False
    kept, all_of_it = _consonants(short), _consonants(word)
    if all_of_it.startswith(kept):
        return True
    rest = iter(all_of_it)
    in_order = all(letter in rest for letter in kept)
    return in_order and kept[-1] == all_of_it[-1] and len(kept) >= _KEPT * len(all_of_it)


def _is_clipped(word: str) -> bool:
    """Return whether a word has no vowel behind its first letter, so that it can be none that is spoken."""
    return len(word) >= _LEAST and word.isalpha() and _CLIPPED.fullmatch(word) is not None


def _consonants(word: str) -> str:
    """Return a word without the vowels behind its first letter, and without doubled letters."""
    rest = "".join(letter for letter in word[1:] if letter not in _VOWELS)
    return "".join(letter for letter, _ in groupby(word[0] + rest))
