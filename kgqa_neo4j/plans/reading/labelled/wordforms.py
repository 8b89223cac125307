"""How surely words of a question are those of an identifier: forms of one word, or short for it."""

from __future__ import annotations

from functools import lru_cache

from kgqa_neo4j.question.shortening import MARK, shortens
from kgqa_neo4j.question.spelling import american
from kgqa_neo4j.question.wording import stem

_IRREGULAR = {
    "people": "person", "men": "man", "women": "woman", "children": "child", "wives": "wife", "lives": "life",
    "mice": "mouse", "feet": "foot", "teeth": "tooth", "indices": "index", "vertices": "vertex", "matrices": "matrix",
    "criteria": "criterion", "phenomena": "phenomenon", "analyses": "analysis", "diagnoses": "diagnosis",
    "crises": "crisis", "theses": "thesis", "leaves": "leaf", "knives": "knife", "shelves": "shelf", "ids": "id",
}  # fmt: skip
# What a word is worth that an identifier shortens.
_SHORTENED = 0.85


def singular(word: str) -> str:
    """Return a noun in the singular, by its ending."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + instead
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def is_plural(word: str) -> bool:
    """Return whether a noun stands in the plural, by its ending."""
    return singular(word) != word


@lru_cache(maxsize=20_000)
def forms(word: str) -> frozenset[str]:
    """Return the forms in which a word may stand: in the singular, and as Americans write it."""
    # "Movies" and "cities" end alike.
    found = {word, singular(word), *([word[:-1]] if word.endswith("s") and len(word) > 3 else [])}
    return frozenset(found | set(map(american, found)))


@lru_cache(maxsize=20_000)
def same(one: str, other: str) -> float:
    """Return how surely two words are forms of one, of which the other may be marked as a short form."""
    if other.endswith(MARK):
        short = other.removesuffix(MARK)
        return _SHORTENED * any(shortens(short, form) for form in {*forms(one), stem(singular(one))})
    if forms(one) & forms(other):
        return 1.0
    first, second = stem(singular(one)), stem(singular(other))
    if first == second and min(len(one), len(other)) > 3:
        return 0.85
    return 0.0
