"""The graph schema used for planning: the neighborhood of a topic, and how relations chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kgqa_neo4j.plans.plan import Chain, Move


@dataclass(frozen=True, slots=True)
class Second:
    """A second step, from the entities that a first step reached.

    `places` of these entities have the step. It leads to `ends` entities (counted with repetition, without the
    topic), and `topic` times back to the topic by a triple other than the first.
    """

    places: int
    ends: int
    topic: int = 0


@dataclass(frozen=True, slots=True)
class First:
    """A step from the topic: over `triples` to `ends` entities (perhaps the topic itself), with the `second` steps.

    `exact` if all second steps were looked up; else others from the catalogue may follow too.
    """

    triples: int
    ends: int
    exact: bool = True
    second: Mapping[Move, Second] = field(default_factory=dict)


Around = Mapping[Move, First]
"""The first two steps around a topic."""


@dataclass(frozen=True, slots=True)
class RelationFacts:
    """Statistics and samples of a relation.

    `count` is its number of triples; `fan_out` the mean number of objects per subject, `fan_in` of subjects per
    object; `subjects` and `objects` are names of sampled entities at its ends. `subject_type` and `object_type` are
    the datatypes of literals there (`time`, `number`, ...; "" for other entities). `subject_classes` and
    `object_classes` are nouns for the entities there, if the graph has any. `told_of` is the relation whose triples
    have the values as a qualifier, "" if entities have them.
    """

    id: str
    name: str
    description: str = ""
    count: int = 0
    fan_out: float = 1.0
    fan_in: float = 1.0
    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    subject_type: str = ""
    object_type: str = ""
    subject_classes: tuple[str, ...] = ()
    object_classes: tuple[str, ...] = ()
    told_of: str = ""


class Schema(Protocol):
    """The graph schema used for planning. Implementations cache what they look up."""

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity; empty if no entity has that id."""

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return the steps after `move` in the whole graph, each with the number of entities where both join."""

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return for each pair of chains, from different topics, whether they share an end."""

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all relations by id."""
