"""Identifiers with words shortened by omitting letters: ``cpn`` for "coupon", ``prod`` for "product"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.tables import table

MARK = "."
"""Marks a word as a short form, as in print."""

_VOWELS = "aeiou"
# Short forms may end in "y": "cty".
_CLIPPED = re.compile(r"\w[^aeiouy]*[^aeiou]")
_LEAST, _LONGEST = 3, 5
# Minimum number of letters that a word has beyond a short form that is its beginning.
_LONGER = 2
# Maximum number of words that a short form may stand for.
_MEANINGS = 3
# Minimum share of a word's consonants in a short form that is not their beginning.
_KEPT = 0.6
# Share of short forms in identifiers from which any short word may be one, even if it has vowels.
_TERSE = 0.25


def are_terse(identifiers: Iterable[str]) -> bool:
    """Return whether so many words in identifiers are short forms that any short word may be one."""
    words = [word for word in dict.fromkeys(identifiers) if word not in FUNCTION_WORDS]
    short = [word for word in words if word in table("abbreviations.txt") or _is_clipped(word)]
    return len(short) >= _TERSE * len(words) > 0


def expansions(short: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known words that a short form may stand for; () if there are too many.

    Words of which it omits only vowels take precedence.
    """
    found = tuple(word for word in known if len(word) >= len(short) + _LONGER and shortens(short, word))
    whole = tuple(word for word in found if _is_clipped(short) and _consonants(word) == _consonants(short))
    return whole or (found if len(found) <= _MEANINGS else ())


def may_shorten(word: str, terse: bool) -> bool:
    """Return whether a word of an identifier may be a short form: without inner vowels, or short if `terse`."""
    return _is_clipped(word) or (terse and word.isalpha() and _LEAST <= len(word) <= _LONGEST)


@lru_cache(maxsize=50_000)
def shortens(short: str, word: str) -> bool:
    """Return whether `short` is a word with letters omitted other than the first.

    It may be the beginning of the word ("prod", "product"), the beginning of its consonants ("shp", "shipment"), or
    most of its consonants including the last ("rtg", "rating").
    """
    if len(short) < _LEAST or short[0] != word[:1] or len(word) <= len(short):
        return False
    if word.startswith(short):
        return len(word) >= len(short) + _LONGER
    if not _is_clipped(short) or short in table("abbreviations.txt"):
        # A listed abbreviation stands for its own word only.
        return False
    kept, all_of_it = _consonants(short), _consonants(word)
    if all_of_it.startswith(kept):
        return True
    rest = iter(all_of_it)
    in_order = all(letter in rest for letter in kept)
    return in_order and kept[-1] == all_of_it[-1] and len(kept) >= _KEPT * len(all_of_it)


def _is_clipped(word: str) -> bool:
    """Return whether a word has no vowel after its first letter, so that it cannot be an ordinary word."""
    return len(word) >= _LEAST and word.isalpha() and _CLIPPED.fullmatch(word) is not None


def _consonants(word: str) -> str:
    """Return a word without vowels after its first letter and without doubled letters."""
    rest = "".join(letter for letter in word[1:] if letter not in _VOWELS)
    return "".join(letter for letter, _ in groupby(word[0] + rest))
