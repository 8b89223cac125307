"""Relation identifiers as English: their words, which of them have meaning, and which end of a triple they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, KINDS
from kgqa_neo4j.question.nouns import irregular_singular, singular_of
from kgqa_neo4j.question.tables import table

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LEVELS = re.compile(r"[./#]+")
_WORD = re.compile(r"[^\W_]+")
LEADING = frozenset({"has", "have", "had", "is", "are", "was", "were", "be", "been", "does"})
"""Words that may begin a relation's name without adding meaning."""

_OF = frozenset({"of", "in", "for", "to"})
# Words that merely look like participles.
_NOT_DONE = frozenset(
    {"children", "women", "men", "citizen", "garden", "token", "speed", "seed", "breed", "feed"}
)
_PARTICIPLE = re.compile(r"(\w{3,}?)(?:ed|en)")
_ENDINGS = ("ings", "ing", "ers", "ors", "ions", "ed", "en", "er", "or", "ion", "es", "e", "s", "y")
# Forms of verbs that end like agent nouns: "ordered" is a form of "order", "sponsored" of "sponsor".
_OF_DOERS = re.compile(r"(er|or)r?(?:ed|ings?)$")
# Exceptions: verbs that end in "-ore" or "-ere".
_ORE = re.compile(r"(?:expl|impl|depl|rest|ign|ad|abh|interf|adh|persev|rev)(?:or|er)(?:ed|ings?)$")
_LEAST_STEM = 3
_USED = frozenset({"used", "using", "uses", "user", "users"})
# "Wine" is not a form of "win": a stem of one syllable that ends in a single consonant gets its "e" back.
_MUTE = ("ings", "ing", "ers", "ors", "ed", "er", "or", "es", "e")
_SHORT = re.compile(r"[^aeiou]*[aeiou][^aeiouhswxyz]")


_MUTUAL = re.compile(
    r"spouses?|siblings?|twins?|married|marriage|partners?|neighbou?rs?|neighbou?ring|borders?|bordering|adjacent|friends?|"
    r"colleagues?|coauthors?|collaborators?|collaborat\w+|cousins?|rivals?|all(?:y|ies|ied)|relatives?|connected|linked|"
    r"teammates?|classmates?|roommates?|synonyms?|equivalent|codeshares?"
)
_CLASS_NAMES = frozenset(
    {
        "instance of", "instance", "a", "an", "isa", "type", "of type", "class", "kind", "rdf type", "entity type",
        "node type", "category",
    }
)  # fmt: skip
# Last words of symmetric relations: "shares border with", "worked with".
_WITH = frozenset({"with", "together"})
_BESIDE = ("next", "to")


@dataclass(frozen=True, slots=True)
class Wording:
    """A relation in words.

    `label` is the name in words, `content` its content words, `context` the words of the higher levels in an identifier
    such as ``music.album.artist``. `names_object`: the label names the object of the triple ("director", "written by")
    rather than its subject ("capital of").
    """

    label: tuple[str, ...]
    content: tuple[str, ...]
    context: tuple[str, ...]
    names_object: bool

    @property
    def text(self) -> str:
        """The label as text."""
        return " ".join(self.label)

    @property
    def variants(self) -> tuple[str, ...]:
        """Texts that stand for the relation: its phrase, its content words, and agent nouns of its verbs."""
        found = [self.phrase, " ".join(self.content), *self.content]
        found += [agent for word in self.content for agent in agents(word)]
        return tuple(dict.fromkeys(found))

    @property
    def phrase(self) -> str:
        """The label without leading words such as "has"."""
        words = list(self.label)
        while len(words) > 1 and words[0] in LEADING:
            words.pop(0)
        return " ".join(words)


def words(text: str) -> list[str]:
    """Return the words of an identifier or phrase in lower case, split at punctuation and inner capitals."""
    return [word.lower() for part in _WORD.findall(text) for word in _CAMEL.split(part)]


def word_relation(identifier: str, name: str) -> Wording:
    """Return the wording of a relation, from its name or from the last level of a hierarchical identifier."""
    own = words(name) or [name.lower() or identifier]
    context: list[str] = []
    levels = [level for level in map(words, _LEVELS.split(identifier)) if level]
    if len(levels) > 1 and set(own) <= {word for level in levels for word in level}:
        own, context = levels[-1], [word for level in levels[:-1] for word in level]
        if len(levels) > 2 and levels[-2] != levels[-3] and all(map(_is_kind, own)):
            # In "people.cause_of_death.people", the last "people" does not express the relation.
            own = [*levels[-2], *own]
    while len(own) > 1 and own[-1] in ("s", "id"):
        own.pop()
    own = expanded(own)
    content = [word for word in own if word not in FUNCTION_WORDS and word not in LEADING] or own
    names_object = not (len(own) > 1 and own[-1] in _OF)
    return Wording(tuple(own), tuple(dict.fromkeys(content)), tuple(dict.fromkeys(context)), names_object)


def _is_kind(word: str) -> bool:
    return any(word in nouns or singular_of(word) in nouns for nouns in KINDS.values())


def says_class(name: str) -> bool:
    """Return whether a relation's name means that it leads to the class of an entity: "instance of"."""
    label = words(name)
    while len(label) > 1 and label[0] in LEADING:
        label.pop(0)
    return " ".join(label) in _CLASS_NAMES


def says_mutual(label: Sequence[str]) -> bool:
    """Return whether the words of a relation's name mean that it is symmetric: "spouse", "worked with"."""
    return (
        tuple(label[-2:]) == _BESIDE
        or label[-1] in _WITH
        or any(_MUTUAL.fullmatch(word) for word in label if word not in LEADING)
    )


def is_participle(word: str) -> bool:
    """Return whether a word looks like a past participle: "directed", "written"."""
    return _PARTICIPLE.fullmatch(word) is not None and word not in _NOT_DONE


def agents(participle: str) -> list[str]:
    """Return possible agent nouns of a participle: "directer", "director" for "directed"; [] for other words."""
    match = _PARTICIPLE.fullmatch(participle)
    if not match or participle in _NOT_DONE:
        return []
    root = _undoubled(match[1])
    return [root + "er", root + "or"]


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return a word without inflections: "acted", "actors" and "act" give "act", "lent" gives "lend"."""
    word = irregular_singular(word)
    word = table("irregular_verbs.txt").get(word, word)
    if word in _USED:
        # The only stem that is so short.
        return "use"
    doing = _OF_DOERS.search(word)
    if doing and doing.start() >= _LEAST_STEM and not _ORE.search(word):
        word = word[: doing.start()] + doing[1]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            word = word.removesuffix(ending)
            if ending in _MUTE and _SHORT.fullmatch(word):
                return word + "e"
            break
    return _undoubled(word) if len(word) > _LEAST_STEM else word


def stem_match(one: str, other: str) -> float:
    """Return the certainty in [0, 1] that two words are forms of the same word, or that one is part of the other."""
    if one == other:
        return 1.0
    first, second = stem(one), stem(other)
    if first == second:
        return 0.95
    # Only words of one syllable keep their "e": "write" is part of "screenwriter".
    first, second = sorted((first.removesuffix("e"), second.removesuffix("e")), key=len)
    if len(first) > _LEAST_STEM and second.endswith(first):
        return 0.8
    if first[: _LEAST_STEM + 1] != second[: _LEAST_STEM + 1]:
        return 0.0
    common = next((place for place, letter in enumerate(first) if letter != second[place]), len(first))
    near = common >= len(first) - 1 and len(second) - common <= _LEAST_STEM
    return 0.8 if common > _LEAST_STEM and near else 0.0


def _undoubled(root: str) -> str:
    return root[:-1] if len(root) > 1 and root[-1] == root[-2] else root
