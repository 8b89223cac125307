"""What a plan is: chains of relation steps from topics, what must hold at their ends, what is asked of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kgqa_neo4j.model.comparison import Comparison, Constant


class Move(NamedTuple):
    """One step: a relation, walked along its direction (`outward`) or against it."""

    relation: str
    outward: bool = True

    @property
    def back(self) -> Move:
        """The same relation, walked the other way: after a step, what undoes it."""
        return Move(self.relation, not self.outward)


Path = tuple[Move, ...]
"""Steps one after the other: the form of a chain without its topic."""


class AnswerForm(StrEnum):
    """What is asked of the entities: which they are, how many, or whether there is any."""

    WHICH = "which"
    COUNT = "count"
    EXISTS = "exists"


@dataclass(frozen=True, slots=True)
class FactCondition:
    """What must hold of the triples that a step takes: a qualifier of theirs stands so to a constant.

    `step` counts from 0. With `Comparison.AT` no `name` is needed: the fact holds at that date, by its
    `start_time`, `end_time` and `point_in_time`.
    """

    step: int
    name: str
    comparison: Comparison
    value: Constant


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps from one topic (the id of an entity) to a set of entities; without steps the topic itself."""

    topic: str
    path: Path = ()
    facts: tuple[FactCondition, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of an entity: of what a path leads to from it, some value stands so to a constant.

    An empty path is about the entity itself. A `label` condition has no path: the node bears it.
    An `entity` is compared by id, with `EQUAL` or `UNEQUAL` alone.
    """

    path: Path = ()
    comparison: Comparison = Comparison.EQUAL
    value: Constant = ""
    entity: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Extreme:
    """Keep the entities with the greatest or the least value at the end of a path.

    With `qualifier` the value is instead that property of the triples by which the last step reached them;
    where they have none of that name, ``time`` is their ``point_in_time``, else their ``start_time``. `place`
    counts from that end, from 1, and `many` are kept from there on, with what has the same value.
    """

    greatest: bool
    path: Path = ()
    qualifier: str = ""
    place: int = 1
    many: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The entities that all chains reach, or with `either` any of them.

    A topic from which several steps were taken is no answer unless it is `revisited`: asked for outright. One that
    a single step leads back to is. No walk uses one triple twice in a row, so a step and its reverse give whatever
    shares what they lead over.
    """

    chains: tuple[Chain, ...]
    either: bool = False
    conditions: tuple[Condition, ...] = ()
    extreme: Extreme | None = None
    form: AnswerForm = AnswerForm.WHICH
    revisited: bool = False

    @property
    def hops(self) -> int:
        """Steps of the longest chain."""
        return max((len(chain.path) for chain in self.chains), default=0)

    @property
    def simple(self) -> bool:
        """Whether it is one chain and nothing else: what most questions ask for."""
        return self == Plan((Chain(self.chains[0].topic, self.chains[0].path),))


def chain_plan(topic: str, *path: Move) -> Plan:
    """Return the plan of one chain."""
    return Plan((Chain(topic, tuple(path)),))
