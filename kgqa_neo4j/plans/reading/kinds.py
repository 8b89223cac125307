"""Kinds of things in a graph without classes: what relations leave and enter alike, and the nouns that mean them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import KINDS, names_person
from kgqa_neo4j.question.wording import singular_of, words

# Share of what stands at two ends that they must have in common, to be of one kind.
_SAME = 0.75
# Names of members and relations that describe a kind.
_NAMES, _TOLD, _RELATIONS = 12, 6, 6
# Share of persons from which on a kind is one of persons.
_PERSONS = 0.5
# What speaks for a kind whose members are called so ("Camp Birch"), and what share of them must be.
_CALLED, _SO = 0.5, 0.15
# What speaks for kinds of which the graph says more, for each doubling.
_SAYS_MORE = 0.12
# How well a kind must fit at least: texts without a meaning fit up to 1.02.
_LEAST = 1.1
# How much better a kind must fit than any other, to be meant.
_AHEAD = 0.03


@dataclass(frozen=True, slots=True)
class Kind:
    """Things that the same relations leave and enter: `ends` are the steps that arrive at them, the commonest first."""

    ends: tuple[Move, ...]
    names: tuple[str, ...]
    phrases: tuple[str, ...]
    persons: bool

    @property
    def step(self) -> Move:
        """A step that nearly all of them have."""
        return next((end.back for end in self.ends if not end.outward), self.ends[0].back)


class Kinds:
    """The kinds of one graph, where it has no classes. Keeps what nouns mean."""

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._meant: dict[str, Kind | None] = {}

    def meant(self, noun: str) -> Kind | None:
        """Return the kind that a noun means; None where none fits best by far, and in graphs with classes."""
        if noun not in self._meant:
            self._meant[noun] = self._best(noun)
        return self._meant[noun]

    @cached_property
    def _kinds(self) -> tuple[Kind, ...]:
        if self._view.class_relations:
            return ()
        groups: list[list[Move]] = []
        for end in sorted(self._view.ends, key=lambda one: (-self._view.size(one), one.relation, one.outward)):
            same = next((group for group in groups if self._alike(end, group[0])), None)
            if same is None:
                groups.append([end])
            else:
                same.append(end)
        return tuple(map(self._kind, groups))

    def _alike(self, one: Move, other: Move) -> bool:
        return min(self._view.share(one, "", other.back), self._view.share(other, "", one.back)) >= _SAME

    def _kind(self, ends: Sequence[Move]) -> Kind:
        relations = self._view.schema.relations()
        names: list[str] = []
        for end in ends:
            facts = relations[end.relation]
            names += facts.objects if end.outward else facts.subjects
        wordings = [self._view.words.wordings[self._view.words.number[end.relation]] for end in ends]
        persons = max(self._view.person(end) for end in ends) >= _PERSONS
        kept = tuple(dict.fromkeys(names))[:_NAMES]
        return Kind(tuple(ends), kept, tuple(dict.fromkeys(one.phrase for one in wordings)), persons)

    def _best(self, noun: str) -> Kind | None:
        if not self._kinds:
            return None
        vector = self._view.encoded([noun])[0]
        person = names_person(noun) or self._like_person(vector)
        found = [
            (kind, told)
            for kind, told in zip(self._kinds, self._told, strict=True)
            if kind.persons == person and kind.names
        ]
        if not found:
            return None
        scores = [_fits(noun, told @ vector, kind) for kind, told in found]
        order = np.argsort(-np.array(scores))
        ahead = scores[order[0]] - scores[order[1]] if len(found) > 1 else 1.0
        if scores[order[0]] < _LEAST or ahead < _AHEAD:
            return None
        return found[int(order[0])][0]

    @cached_property
    def _told(self) -> list[Vectors]:
        """For each kind the vectors of all that describes it, of its members' names, and of its relations."""
        texts = [(_description(kind), *kind.names, *kind.phrases) for kind in self._kinds]
        vectors = self._view.encoded([text for some in texts for text in some])
        return np.split(vectors, np.cumsum([len(some) for some in texts])[:-1])

    @cached_property
    def _nouns(self) -> tuple[list[bool], Vectors]:
        """Common nouns: whether each is one for persons, and their vectors."""
        nouns = [(word, kind == "person") for kind, some in KINDS.items() for word in some]
        return [person for _, person in nouns], self._view.encoded([word for word, _ in nouns])

    def _like_person(self, vector: Vectors) -> bool:
        """Return whether the noun that is most like another is one for persons."""
        persons, vectors = self._nouns
        return persons[int(np.argmax(vectors @ vector))]


def _description(kind: Kind) -> str:
    return f"{', '.join(kind.names[:_TOLD])}; {', '.join(kind.phrases[:_RELATIONS])}"


def _fits(noun: str, alike: Vectors, kind: Kind) -> float:
    """Return how well a noun fits a kind, given its cosines with what tells of the kind."""
    members, relations = alike[1 : 1 + len(kind.names)], alike[1 + len(kind.names) :]
    last = singular_of(words(noun)[-1]) if words(noun) else noun
    called = sum(last in map(singular_of, words(name)) for name in kind.names) >= _SO * len(kind.names)
    return (
        float(alike[0] + members.mean() + relations.max(initial=0.0))
        + _CALLED * called
        + _SAYS_MORE * math.log2(1 + len(kind.ends))
    )
