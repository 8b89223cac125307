"""Singular and plural of English nouns."""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = {
    "alumni": "alumnus", "analyses": "analysis", "antennae": "antenna", "bacteria": "bacterium", "bases": "base",
    "buses": "bus", "cacti": "cactus", "children": "child", "corpora": "corpus", "crises": "crisis",
    "criteria": "criterion", "diagnoses": "diagnosis", "feet": "foot", "formulae": "formula", "fungi": "fungus",
    "gases": "gas", "geese": "goose", "genera": "genus", "grandchildren": "grandchild", "halves": "half",
    "heroes": "hero", "hypotheses": "hypothesis", "ids": "id", "indices": "index", "knives": "knife",
    "larvae": "larva", "leaves": "leaf", "lives": "life", "loaves": "loaf", "matrices": "matrix", "men": "man",
    "mice": "mouse", "movies": "movie", "nuclei": "nucleus", "oxen": "ox", "parentheses": "parenthesis",
    "people": "person", "phenomena": "phenomenon", "phyla": "phylum", "potatoes": "potato", "quizzes": "quiz",
    "shelves": "shelf", "stimuli": "stimulus", "taxa": "taxon", "teeth": "tooth", "theses": "thesis",
    "thieves": "thief", "tomatoes": "tomato", "vertebrae": "vertebra", "vertices": "vertex", "viruses": "virus",
    "wives": "wife", "wolves": "wolf", "women": "woman",
}  # fmt: skip
_SAME = frozenset({"aircraft", "headquarters", "news", "series", "species"})
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"))
# Also forms of verbs.
_ALSO_VERBS = frozenset({"bases", "leaves", "lives"})


@lru_cache(maxsize=20_000)
def singular_of(word: str) -> str:
    """Return the singular of a lower-case noun: "city" for "cities", "genus" for "genera"."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _SAME:
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + instead
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def is_plural(word: str) -> bool:
    """Return whether a lower-case noun is in the plural."""
    return singular_of(word) != word


def irregular_singular(word: str) -> str:
    """Return the singular of a noun with an irregular plural; any other word unchanged."""
    return word if word in _ALSO_VERBS else _IRREGULAR.get(word, word)
