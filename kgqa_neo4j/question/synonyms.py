"""Nouns that people say for one another: "cases" of a graph that knows each as a `lawsuit`.

WordNet tells, of which `synonyms.txt` holds the nouns for kinds of things; what people often say of graphs stands in
`thesaurus.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

# Two nouns are said for one another where one of them usually means what they share: it is among its first senses.
_USUAL = 2
# What each sense that is more usual takes.
_LESS = 0.1


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
    return found


@cache
def _groups() -> list[str]:
    text = (files("kgqa_neo4j.question") / "synonyms.txt").read_text("utf-8")
    return [f",{line}" for line in text.splitlines() if not line.startswith("#")]
