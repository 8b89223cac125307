"""Classes that nouns mean without being their names: by a compound ("planets", `exoplanet`) or by a synonym."""

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

# Minimum length of a noun for a longer class name to end in it.
_HEAD = 4
# Endings of class names that do not change their meaning.
_SORTS = (["variety"], ["species"], ["breed"], ["type"], ["kind"], ["model"], ["item"], ["record"], ["entry"])
_NOUNS = frozenset({"NOUN", "PROPN", "X"})
_TIMES = frozenset(KINDS["time"])


class ClassNames:
    """The names of the classes of one graph, and which of them nouns mean."""

    def __init__(self, names: Names, view: GraphView) -> None:
        self._looked_up = names
        self._view = view

    @cached_property
    def _names(self) -> list[str]:
        return self._looked_up.classes(self._view.class_relations)

    @cached_property
    def _said(self) -> list[tuple[str, list[str]]]:
        """The class names with their words."""
        return [(name, words_of(name)) for name in self._names]

    @cached_property
    def _heads(self) -> dict[str, str]:
        """Class names of several words by their last word, if no other name ends in it: "rounds" are `FundingRound`."""
        last = Counter(said[-1] for _, said in self._said if said)
        return {said[-1]: name for name, said in self._said if len(said) > 1 and last[said[-1]] == 1}

    def has_name(self, noun: str) -> bool:
        """Return whether a singular noun is the name of a class."""
        return noun in self._folded

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(name.lower() for name in self._names)

    def compound(self, word: Word) -> str | None:
        """Return the only class name that ends in a word, or that adds nothing to it; None without exactly one."""
        return self._compound(singular_of(word.text.lower()))

    def _compound(self, noun: str) -> str | None:
        if noun in self._heads or len(noun) < _HEAD:
            return self._heads.get(noun)
        # "Planets" are `exoplanet`, but a "date" is not a `candidate`.
        compounds = [name for name in self._names if name.lower().endswith(noun)] if noun not in _TIMES else []
        # "Grapes" are `grapeVariety`.
        sorts = [name for name, said in self._said if said[:1] == [noun] and said[1:] in _SORTS]
        found = compounds or sorts
        return found[0] if len(found) == 1 else None

    def synonyms(self, word: Word) -> tuple[str, ...]:
        """Return class names that a noun may mean ("case", `lawsuit`); none if it is in a relation's name."""
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
        """Return the only class name of several words that the nouns mean word by word; None without exactly one.

        "Plane makers" are the class "aircraft manufacturer".
        """
        several = [(name, said) for name, said in self._said if len(said) == len(words)]
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
        """Return whether an entity is a class: a class relation leads to it."""
        around = self._view.around(entity)
        return any(not move.outward and move.relation in self._view.class_relations for move in around)

    def told(self, ident: str, name: str, noun: str, others: Sequence[str], chances: Vectors) -> Vectors:
        """Return the chances that a class noun stands for relations, (relations,), reduced to hints where weak.

        They stay for relations whose names say no more than the question (the director of a film is at the end of
        `directed by`), and for those with members of the class at the end that they name (the captain of a ship that
        was `commanded`). An airline is neither an `airline hub` nor a `first flight`.
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
    """Return nouns with all their synonyms."""
    return {*nouns, *(name for noun in nouns for name in (*synonyms(noun), *nouns_like(noun)))}
