"""Words whose meaning was learned: which relation of the graph they stand for, though nothing in its name says so."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.wording import stem


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word stands for: a relation, by a chance in (0, 1).

    `outward`: as a noun it names what stands at the object's end, as "boss" does of `reports_to`.
    """

    relation: str
    outward: bool
    chance: float


Lexicon = Mapping[str, tuple[Meaning, ...]]
"""Meanings by the key of the word or phrase, the likeliest first; see `word_key`."""
NOTHING_TAUGHT: Lexicon = MappingProxyType({})


class Taught(NamedTuple):
    """A meaning with the number that the relation has in a graph."""

    number: int
    outward: bool
    chance: float


def word_key(text: str) -> str:
    """Return what a word, or each that means something of a phrase, has in common with its other forms."""
    parts = text.lower().split()
    meaning = [one for one in parts if one not in FUNCTION_WORDS] if len(parts) > 1 else parts
    return " ".join(map(stem, meaning or parts))


def digest(lexicon: Lexicon) -> str:
    """Return a text that changes whenever a lexicon does; empty for an empty one."""
    if not lexicon:
        return ""
    told = "\x1f".join(f"{word} {lexicon[word]}" for word in sorted(lexicon))
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def numbered(lexicon: Lexicon, number: Mapping[str, int]) -> dict[str, tuple[Taught, ...]]:
    """Return the meanings whose relation a graph has, by its number there."""
    return {
        word: tuple(
            Taught(number[one.relation], one.outward, one.chance) for one in meanings if one.relation in number
        )
        for word, meanings in lexicon.items()
    }
