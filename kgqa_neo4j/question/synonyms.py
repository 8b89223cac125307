"""Nouns that people say for one another: "cases" of a graph that knows each as a `lawsuit`.

WordNet tells, of which `synonyms.txt` holds the nouns for kinds of things; `things.txt` has what it keeps apart and
people do not: a "doctor" is a provider of care. What people often say of relations stands in `thesaurus.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from kgqa_neo4j.question.nouns import singular_of

# Two nouns are said for one another where one of them usually means what they share: it is among its first senses.
_USUAL = 2
# What each sense that is more usual takes.
_LESS = 0.1
# How surely a noun is said of what only a wider one stands for: a "hospital" of an organization.
_WIDER = 0.75


@lru_cache(maxsize=20_000)
def synonyms(noun: str) -> Mapping[str, float]:
    """Return what else a noun in the singular may be called, with how usual it is that both mean that, in (0, 1].

    The words of a noun stand apart by blanks.
    """
    found: dict[str, float] = {}
    for line in _groups():
        # Most lines are of other nouns, and not worth to be split.
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
    """Return whether a word is known as a common noun, by itself or as the plural of one."""
    return any(synonyms(one) for one in (word.lower(), singular_of(word.lower())))


@cache
def _groups() -> list[str]:
    text = (files("kgqa_neo4j.question") / "synonyms.txt").read_text("utf-8")
    return [f",{line}" for line in text.splitlines() if not line.startswith("#")]


@cache
def _things() -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the nouns for one thing that each line of `things.txt` names, and the narrower ones behind its bar."""
    text = (files("kgqa_neo4j.question") / "things.txt").read_text("utf-8")
    lines = [line.partition("|") for line in text.splitlines() if line and not line.startswith("#")]
    return [(_listed(nouns), _listed(narrower)) for nouns, _, narrower in lines]


def _listed(text: str) -> frozenset[str]:
    return frozenset(one.strip() for one in text.split(",") if one.strip())
