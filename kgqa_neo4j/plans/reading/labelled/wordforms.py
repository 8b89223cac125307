"""Scores how surely two words are the same: forms of one word, or a word and its abbreviation."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.shortening import MARK, shortens
from kgqa_neo4j.question.spelling import american
from kgqa_neo4j.question.thesaurus import single_words
from kgqa_neo4j.question.wording import stem

# Minimum letters of words that may differ by a typo.
_LONG = 7
# Score of an abbreviation.
_SHORTENED = 0.85


@lru_cache(maxsize=20_000)
def forms(word: str) -> frozenset[str]:
    """Return the forms of a word that are compared: in the singular, and in American spelling."""
    # "Movies" and "cities" end alike, but "movie" and "city" do not.
    found = {word, singular_of(word), *([word[:-1]] if word.endswith("s") and len(word) > 3 else [])}
    return frozenset(found | set(map(american, found)))


@lru_cache(maxsize=20_000)
def same(one: str, other: str) -> float:
    """Return how surely two words are forms of one; `other` may be marked as an abbreviation."""
    if other.endswith(MARK):
        short = other.removesuffix(MARK)
        return _SHORTENED * any(shortens(short, form) for form in {*forms(one), stem(singular_of(one))})
    if forms(one) & forms(other):
        return 1.0
    first, second = stem(singular_of(one)), stem(singular_of(other))
    if first == second and min(len(one), len(other)) > 3:
        return 0.85
    if (
        min(len(one), len(other)) >= _LONG
        and other not in single_words()
        and Levenshtein.distance(one, other) == 1
    ):
        # Names in schemas contain typos, too.
        return _SHORTENED
    return 0.0
