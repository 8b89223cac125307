"""Kinds, which replace missing classes: entities that the same relations leave and enter, and the nouns for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import KINDS, names_person
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.units import is_unit
from kgqa_neo4j.question.wording import words

# Share of their entities that two ends must have in common to be of one kind.
_SAME = 0.75
# Maximum size of an end that tells a kind from others, relative to the median of the kind's ends.
_USUAL = 1.1
# Minimum number of ends of a kind that a smaller group of ends can be merged into.
_TELLING = 2
# Numbers of member names kept, and of names and relations in the description of a kind.
_NAMES, _TOLD, _RELATIONS = 12, 6, 6
# Share of persons from which a kind is one of persons.
_PERSONS = 0.5
# Bonus for a kind whose members have the noun in their names ("Camp Birch"); the share and the number of those needed.
_CALLED, _SO, _BEARING = 0.5, 0.15, 2
# Factor on how far a noun is explained by one of several kinds that fit equally well.
_UNSURE = 0.8
# Loss per point of fit by which a kind is worse than the best one, and by which the best one is below `_LEAST`.
_WORSE, _BADLY = 0.5, 2.5
# Factor on the similarity of a noun to relations that are attributes of the kind.
_HAVING = 0.6
# Bonus for each doubling of the number of a kind's ends.
_SAYS_MORE = 0.12
# Minimum fit of a kind to be what a noun means, and to be considered at all. Texts without a meaning fit up to 1.02.
_LEAST, _LIKELY = 1.3, 0.7
# Maximum distance in fit from the best kind for another one to be considered.
_NEAR = 0.6
# Maximum number of kinds tried for one noun.
_TRIED = 6
# Minimum lead in fit over any other kind to be what a noun means.
_AHEAD = 0.03
# Minimum fit and lead in a graph with classes, most of whose entities have one.
_LEAST_BESIDE, _AHEAD_BESIDE = 1.45, 0.2
# Share of members with a class from which a kind counts as classified.
_CLASSED = 0.5
# Maximum number of ends to search for kinds in a graph with classes; larger graphs classify everything.
_ENDS = 200


@dataclass(frozen=True)
class Kind:
    """Entities that the same relations leave and enter: `ends` are the steps that arrive there, of typical size first.

    `some` are steps that arrive only at some of them; `step` is one that most of them have, and few other entities.
    `classed`: most of them have a class. `phrases` are relations named after them, `attributes` those named after what
    they have.
    """

    step: Move
    ends: tuple[Move, ...]
    some: tuple[Move, ...]
    names: tuple[str, ...]
    phrases: tuple[str, ...]
    attributes: tuple[str, ...]
    persons: bool
    classed: bool = False

    @cached_property
    def steps(self) -> frozenset[Move]:
        """The steps that all or some members have."""
        return frozenset(end.back for end in (*self.ends, *self.some))


class Kinds:
    """Finds the kinds of one graph, and which of them nouns mean. Caches what nouns mean."""

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._likely: dict[str, list[tuple[Kind, float]]] = {}

    @property
    def any(self) -> bool:
        """Whether nouns can only mean kinds, as the graph has no classes."""
        return bool(self._kinds) and not self._view.class_relations

    def meant(self, noun: str) -> Kind | None:
        """Return the kind that a noun means; None if no kind clearly fits best."""
        found = self.likely(noun)
        if not found or found[0][1] < _LEAST or (len(found) > 1 and found[0][1] - found[1][1] < _AHEAD):
            return None
        return found[0][0]

    def shares(self, noun: str) -> list[tuple[Kind, float]]:
        """Return the kinds that a noun may mean, each with how far it explains the noun, the best first."""
        found = self.likely(noun)
        if not found:
            return []
        if self.meant(noun) is None:
            # No kind is certain: several fit equally well, or the best does not fit well enough.
            return [(kind, _UNSURE * share) for kind, share in self._shares(found)]
        return self._shares(found)

    @staticmethod
    def _shares(found: Sequence[tuple[Kind, float]]) -> list[tuple[Kind, float]]:
        badly = _BADLY * max(0.0, _LEAST - found[0][1])
        shares = [(kind, 1.0 - _WORSE * (found[0][1] - fit) - badly) for kind, fit in found[:_TRIED]]
        return [(kind, share) for kind, share in shares if share > 0]

    def likely(self, noun: str) -> list[tuple[Kind, float]]:
        """Return the kinds that a noun may mean, each with how well it fits, the best first."""
        if noun not in self._likely:
            found = self._fitting(noun)
            self._likely[noun] = self._beside_classes(found) if self._view.class_relations else found
        return self._likely[noun]

    @staticmethod
    def _beside_classes(found: Sequence[tuple[Kind, float]]) -> list[tuple[Kind, float]]:
        """Return the kind that a noun surely means, if it has no class: nouns for classified entities mean classes."""
        if not found or found[0][0].classed or found[0][1] < _LEAST_BESIDE:
            return []
        if len(found) > 1 and found[0][1] - found[1][1] < _AHEAD_BESIDE:
            return []
        return [found[0]]

    @cached_property
    def _kinds(self) -> tuple[Kind, ...]:
        if self._view.class_relations and (len(self._ends) > _ENDS or all(map(self._classed, self._ends))):
            return ()
        groups: list[list[Move]] = []
        for end in sorted(self._ends, key=lambda one: (-self._view.size(one), one.relation, one.outward)):
            same = next((group for group in groups if self._alike(end, group[0])), None)
            if same is None:
                groups.append([end])
            else:
                same.append(end)
        for group in groups:
            # Larger ends belong to other kinds too; those of typical size are the kind's own.
            usual = median(map(self._view.size, group))
            group.sort(key=lambda one: abs(self._view.size(one) - usual))
        wholes: list[tuple[list[Move], list[Move]]] = []
        for group in groups:
            whole = next((one for one in wholes if self._are_some_of(group, one[0])), None)
            if whole is None:
                wholes.append((group, []))
            else:
                whole[1].extend(group)
        return tuple(self._kind(ends, some) for ends, some in wholes)

    @cached_property
    def _ends(self) -> list[Move]:
        """The steps that may arrive at members of a kind: all but those of class relations."""
        return [end for end in self._view.ends if end.relation not in self._view.class_relations]

    def _classed(self, end: Move) -> bool:
        shares = [self._view.share(end, "", Move(one, True)) for one in self._view.class_relations]
        return max(shares, default=0.0) >= _CLASSED

    def _alike(self, one: Move, other: Move) -> bool:
        return min(self._view.share(one, "", other.back), self._view.share(other, "", one.back)) >= _SAME

    def _are_some_of(self, group: Sequence[Move], ends: Sequence[Move]) -> bool:
        """Return whether entities at some ends have a larger kind's relations: whoever directs is an employee too."""
        if len(ends) < max(_TELLING, len(group)):
            return False
        return float(np.mean([self._view.share(group[0], "", end.back) for end in ends])) >= _SAME

    def _telling(self, ends: Sequence[Move]) -> Move:
        """Return the step that most members of a kind have, among those that few other entities have."""
        left = [end for end in ends if not end.outward] or ends
        most = _USUAL * median(map(self._view.size, ends))
        own = [end for end in left if self._view.size(end) <= most] or left
        return max(own, key=self._view.size).back

    def _kind(self, ends: Sequence[Move], some: Sequence[Move]) -> Kind:
        relations = self._view.schema.relations()
        names: list[str] = []
        for end in ends:
            facts = relations[end.relation]
            names += facts.objects if end.outward else facts.subjects
        wordings = [
            (end, self._view.words.wordings[self._view.words.number[end.relation]]) for end in (*ends, *some)
        ]
        # A relation is named after one of its ends: stations have `platforms` and are a `next station`.
        called = dict.fromkeys(one.phrase for end, one in wordings if one.names_object is end.outward)
        others = dict.fromkeys(one.phrase for end, one in wordings if one.names_object is not end.outward)
        persons = max(self._view.person(end) for end in ends) >= _PERSONS
        kept = tuple(dict.fromkeys(names))[:_NAMES]
        return Kind(
            self._telling(ends),
            tuple(ends),
            tuple(some),
            kept,
            tuple(called),
            tuple(others),
            persons,
            self._classed(ends[0]),
        )

    def _fitting(self, noun: str) -> list[tuple[Kind, float]]:
        if not self._kinds or is_unit(noun):
            return []
        vector = self._view.encoded([noun])[0]
        person = names_person(noun) or self._like_person(vector)
        found = [
            (kind, _fits(noun, told @ vector, kind))
            for kind, told in zip(self._kinds, self._told, strict=True)
            if kind.persons == person and kind.names
        ]
        best = max((score for _, score in found), default=0.0)
        return sorted((one for one in found if one[1] >= max(_LIKELY, best - _NEAR)), key=lambda one: -one[1])

    @cached_property
    def _told(self) -> list[Vectors]:
        """For each kind the vectors of its description, its members' names and its relations."""
        texts = [(_description(kind), *kind.names, *kind.phrases, *kind.attributes) for kind in self._kinds]
        vectors = self._view.encoded([text for some in texts for text in some])
        return np.split(vectors, np.cumsum([len(some) for some in texts])[:-1])

    @cached_property
    def _nouns(self) -> tuple[list[bool], Vectors]:
        """Common nouns: whether each denotes persons, and their vectors."""
        nouns = [(word, kind == "person") for kind, some in KINDS.items() for word in some]
        return [person for _, person in nouns], self._view.encoded([word for word, _ in nouns])

    def _like_person(self, vector: Vectors) -> bool:
        """Return whether the common noun most similar to a vector denotes persons."""
        persons, vectors = self._nouns
        return persons[int(np.argmax(vectors @ vector))]


def _description(kind: Kind) -> str:
    relations = (*kind.phrases, *kind.attributes)[:_RELATIONS]
    return f"{', '.join(kind.names[:_TOLD])}; {', '.join(relations)}"


def _fits(noun: str, alike: Vectors, kind: Kind) -> float:
    """Return how well a noun fits a kind, given its cosines with the texts of the kind."""
    members, relations, attributes = np.split(alike[1:], [len(kind.names), len(kind.names) + len(kind.phrases)])
    last = singular_of(words(noun)[-1]) if words(noun) else noun
    bearing = sum(last in map(singular_of, words(name)) for name in kind.names)
    called = bearing >= max(_BEARING, _SO * len(kind.names))
    said = max(relations.max(initial=0.0), _HAVING * attributes.max(initial=0.0))
    return (
        float(alike[0] + members.mean() + said) + _CALLED * called + _SAYS_MORE * math.log2(1 + len(kind.ends))
    )
