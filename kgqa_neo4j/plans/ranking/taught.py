"""Learned words: the relation that each stands for, although the relation's name does not show it."""

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
    """A meaning of a word: a relation, with a chance in (0, 1).

    `outward`: as a noun, the word names the entity at the object end, as "boss" does for `reports_to`.
    """

    relation: str
    outward: bool
    chance: float


Lexicon = Mapping[str, tuple[Meaning, ...]]
"""Meanings by the key of the word or phrase, the most likely first; see `word_key`."""
NOTHING_TAUGHT: Lexicon = MappingProxyType({})


class Taught(NamedTuple):
    """A meaning with the number of the relation in a graph."""

    number: int
    outward: bool
    chance: float


def word_key(text: str) -> str:
    """Return the stem of a word, or the stems of a phrase without its function words: the key of all their forms."""
    parts = text.lower().split()
    meaning = [one for one in parts if one not in FUNCTION_WORDS] if len(parts) > 1 else parts
    return " ".join(map(stem, meaning or parts))


def digest(lexicon: Lexicon) -> str:
    """Return a hash of a lexicon; "" if it is empty."""
    if not lexicon:
        return ""
    told = "\x1f".join(f"{word} {lexicon[word]}" for word in sorted(lexicon))
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def numbered(lexicon: Lexicon, number: Mapping[str, int]) -> dict[str, tuple[Taught, ...]]:
    """Return the meanings whose relations are in a graph, with their numbers there."""
    return {
        word: tuple(
            Taught(number[one.relation], one.outward, one.chance) for one in meanings if one.relation in number
        )
        for word, meanings in lexicon.items()
    }
