"""Synonyms of nouns: "cases" in a graph with the class `lawsuit`.

`synonyms.txt` holds WordNet's nouns for kinds of things; `things.txt` adds what WordNet keeps apart and people do not:
a "doctor" is a provider of care. Words for relations are in `thesaurus.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from kgqa_neo4j.question.nouns import singular_of

# Two nouns are synonyms if their shared sense is among the first senses of at least one of them.
_USUAL = 2
# Deduction for each more common sense.
_LESS = 0.1
# Weight of a wider noun for a narrower one: "organization" for "hospital".
_WIDER = 0.75


@lru_cache(maxsize=20_000)
def synonyms(noun: str) -> Mapping[str, float]:
    """Return the synonyms of a singular noun, each with a weight in (0, 1] for how common the shared sense is.

    The words of a compound are separated by blanks.
    """
    found: dict[str, float] = {}
    for line in _groups():
        # Few lines contain the noun, so only these are split.
        if f",{noun}:" in line:
            ranks = {name: int(rank) for name, _, rank in (one.partition(":") for one in line[1:].split(","))}
            own = ranks.pop(noun)
            for other, rank in ranks.items():
                if min(own, rank) <= _USUAL:
                    found[other] = max(1.0 - _LESS * (own + rank - 2), found.get(other, 0.0))
    for nouns, narrower in _things():
        if noun in nouns or noun in narrower:
            sure = 1.0 if noun in nouns else _WIDER
            found |= {one: max(sure, found.get(one, 0.0)) for one in nouns if one != noun}
    return found


def is_noun(word: str) -> bool:
    """Return whether a word is a known common noun, singular or plural."""
    return any(synonyms(one) for one in (word.lower(), singular_of(word.lower())))


@cache
def _groups() -> list[str]:
    text = (files("kgqa_neo4j.question") / "synonyms.txt").read_text("utf-8")
    return [f",{line}" for line in text.splitlines() if not line.startswith("#")]


@cache
def _things() -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the equivalent nouns on each line of `things.txt`, and the narrower ones after its bar."""
    text = (files("kgqa_neo4j.question") / "things.txt").read_text("utf-8")
    lines = [line.partition("|") for line in text.splitlines() if line and not line.startswith("#")]
    return [(_listed(nouns), _listed(narrower)) for nouns, _, narrower in lines]


def _listed(text: str) -> frozenset[str]:
    return frozenset(one.strip() for one in text.split(",") if one.strip())
