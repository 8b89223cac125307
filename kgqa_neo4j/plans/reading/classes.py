"""The classes of a graph that a noun means which names none of them: by a compound of it, and by another word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from functools import cached_property

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.linking.parse import Word
from kgqa_neo4j.plans.reading.costs import HINT
from kgqa_neo4j.plans.reading.names import Names
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import GENERIC_NOUNS, KINDS, LIGHT_VERBS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.synonyms import synonyms
from kgqa_neo4j.question.thesaurus import nouns_like
from kgqa_neo4j.question.wording import words as words_of

# Letters of a noun from which on a class may be a compound of it.
_HEAD = 4
# What the name of a class may end with that only says that there are several of a thing.
_SORTS = (["variety"], ["species"], ["breed"], ["type"], ["kind"], ["model"], ["item"], ["record"], ["entry"])
_NOUNS = frozenset({"NOUN", "PROPN", "X"})
_TIMES = frozenset(KINDS["time"])


class ClassNames:
    """What the classes of one graph are called."""

    def __init__(self, names: Names, view: GraphView) -> None:
        self._looked_up = names
        self._view = view

    @cached_property
    def _names(self) -> list[str]:
        return self._looked_up.classes(self._view.class_relations)

    @cached_property
    def _heads(self) -> dict[str, str]:
        """The names of classes of several words by the last of these: "rounds" are of `FundingRound`."""
        ends = [(words_of(name), name) for name in self._names]
        last = Counter(words[-1] for words, _ in ends if words)
        return {words[-1]: name for words, name in ends if len(words) > 1 and last[words[-1]] == 1}

    def has_name(self, noun: str) -> bool:
        """Return whether a noun in the singular is what a class is called."""
        return noun in self._folded

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(name.lower() for name in self._names)

    def compound(self, word: Word) -> str | None:
        """Return the name of the one class that is a kind of what a word names."""
        return self._compound(singular_of(word.text.lower()))

    def _compound(self, noun: str) -> str | None:
        if noun in self._heads or len(noun) < _HEAD:
            return self._heads.get(noun)
        # "Planets" are of `exoplanet`, but no date is a candidate.
        compounds = [name for name in self._names if name.lower().endswith(noun)] if noun not in _TIMES else []
        # "Grapes" are of `grapeVariety`.
        sorts = [name for name in self._names if (said := words_of(name))[:1] == [noun] and said[1:] in _SORTS]
        found = compounds or sorts
        return found[0] if len(found) == 1 else None

    def synonyms(self, word: Word) -> tuple[str, ...]:
        """Return what classes may be called that a noun means, by which no relation is called: "case", `lawsuit`."""
        nouns = {word.singular, singular_of(word.text.lower())}
        capital = word.span.start > 0 and not word.text.islower()
        if word.pos not in _NOUNS or capital or word.text.lower() in GENERIC_NOUNS | LIGHT_VERBS:
            return ()
        if not self._view.class_relations or any(map(self._view.says_relation, nouns)):
            return ()
        found = sorted(_alike(nouns) - nouns)
        compounds = [name for one in found if (name := self._compound(one)) is not None]
        # Classes are often written as one word.
        return tuple(dict.fromkeys([*found, *(name.replace(" ", "") for name in found), *compounds]))

    def otherwise(self, words: Sequence[Word]) -> str | None:
        """Return the name of the one class of several words that as many nouns mean, each by another word.

        "Plane makers" are of the class "aircraft manufacturer".
        """
        several = [(name, said) for name in self._names if len(said := words_of(name)) == len(words)]
        if not several:
            return None
        meant = [_alike({word.singular, singular_of(word.text.lower())}) for word in words]
        found = [
            name
            for name, said in several
            if all(word in nouns for word, nouns in zip(said, meant, strict=True))
        ]
        return found[0] if len(found) == 1 else None

    def has(self, entity: str) -> bool:
        """Return whether an entity is a class, by a relation that says what something is."""
        around = self._view.around(entity)
        return any(not move.outward and move.relation in self._view.class_relations for move in around)

    def told(self, ident: str, name: str, noun: str, others: Sequence[str], chances: Vectors) -> Vectors:
        """Return the chances that a noun for a class stands for relations, (relations,), given the words besides it.

        The director of a film is whom it was `directed by`, and its captain by whom a ship was `commanded`, if captains
        are; but an airline is no `airline hub`, and no `first flight`.
        """
        nouns = {noun, *words_of(name)[-1:]}
        own = [
            any(self._view.names(one, number, others) for one in nouns)
            if any(self._view.said_by(one, number) for one in nouns)
            else chances[number] > HINT and self._view.ends_in(number, ident)
            for number in range(len(chances))
        ]
        return np.where(own, chances, np.minimum(chances, np.float32(HINT)))


def _alike(nouns: Set[str]) -> Set[str]:
    """Return nouns with all that are said for them."""
    return {*nouns, *(name for noun in nouns for name in (*synonyms(noun), *nouns_like(noun)))}
