"""The schema of a graph as planning sees it: what lies around a topic, and how relations chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kgqa_neo4j.plans.plan import Chain, Move


@dataclass(frozen=True, slots=True)
class Second:
    """A step from the entities that a first step reached.

    `places` of them have it; it leads to `ends` (counted with repetition, without the topic), and `topic` times
    back to the topic by another triple than the first.
    """

    places: int
    ends: int
    topic: int = 0


@dataclass(frozen=True, slots=True)
class First:
    """A step from the topic: over `triples` to `ends` entities (the topic itself may be one), and what can be
    stepped on from there.

    `exact` says that all of `second` was looked up; else what the catalogue says may follow as well.
    """

    triples: int
    ends: int
    exact: bool = True
    second: Mapping[Move, Second] = field(default_factory=dict)


Around = Mapping[Move, First]
"""The first two steps around a topic."""


@dataclass(frozen=True, slots=True)
class RelationFacts:
    """What is known of a relation.

    `count` is its number of triples; `fan_out` the mean number of objects of a subject, `fan_in` of subjects of
    an object; `subjects` and `objects` are names of some entities at its ends. `subject_type` and `object_type`
    are what values there are made of (`time`, `number`, ...; "" for entities that are no literals).
    `subject_classes` and `object_classes` are nouns for what stands there, where the graph itself has such.
    `told_of` is the relation whose triples have the values, "" where entities have them.
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
    """A graph as planning sees it. Implementations keep what they looked up."""

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity; empty if there is none of that id."""

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return on how many entities one can step from `move` onto each other step, in the whole graph."""

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return for each two chains, of other topics, whether there is anything that both reach."""

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all relations by id."""
