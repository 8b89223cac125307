"""The data model of plans: chains of steps from topics, conditions on their ends, and the form of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kgqa_neo4j.model.comparison import Comparison, Constant


class Move(NamedTuple):
    """One step: a relation, followed along its direction (`outward`) or against it."""

    relation: str
    outward: bool = True

    @property
    def back(self) -> Move:
        """The reverse step: the same relation in the other direction."""
        return Move(self.relation, not self.outward)


Path = tuple[Move, ...]
"""A sequence of steps: a chain without its topic."""


class AnswerForm(StrEnum):
    """What a plan returns: the entities, their number, or whether there is any."""

    WHICH = "which"
    COUNT = "count"
    EXISTS = "exists"


@dataclass(frozen=True, slots=True)
class FactCondition:
    """A condition on the triples of a step: the comparison of a qualifier with a constant.

    `step` counts from 0. `Comparison.AT` needs no `name`: the fact holds at that date, by its `start_time`,
    `end_time` and `point_in_time`.
    """

    step: int
    name: str
    comparison: Comparison
    value: Constant


@dataclass(frozen=True, slots=True)
class Chain:
    """A path from one topic (an entity id) to a set of entities; without steps, the topic itself."""

    topic: str
    path: Path = ()
    facts: tuple[FactCondition, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on an entity: the comparison with a constant holds for some value at the end of a path from it.

    An empty path means the entity itself. A condition with a `label` has no path: the node has that label.
    An `entity` is compared by id, and only with `EQUAL` or `UNEQUAL`.
    """

    path: Path = ()
    comparison: Comparison = Comparison.EQUAL
    value: Constant = ""
    entity: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Extreme:
    """Keep the entities with the greatest or the least value at the end of a path.

    With `qualifier`, the value is instead that property of the triples of the last step; if they have no property
    ``time``, that name means their ``point_in_time``, else their ``start_time``. `place` is the rank, from 1, of the
    first entity kept; `many` are kept from there on, plus ties.
    """

    greatest: bool
    path: Path = ()
    qualifier: str = ""
    place: int = 1
    many: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The entities that all chains reach, or with `either` any of the chains.

    The topic of a chain of several steps is no answer unless `revisited`; the topic of a single step is one if the
    step leads back to it. No walk uses the same triple twice in a row, so a step and its reverse lead to whatever
    shares the intermediate entity.
    """

    chains: tuple[Chain, ...]
    either: bool = False
    conditions: tuple[Condition, ...] = ()
    extreme: Extreme | None = None
    form: AnswerForm = AnswerForm.WHICH
    revisited: bool = False

    @property
    def hops(self) -> int:
        """Number of steps of the longest chain."""
        return max((len(chain.path) for chain in self.chains), default=0)

    @property
    def simple(self) -> bool:
        """Whether it is a single chain and nothing else, as for most questions."""
        return self == Plan((Chain(self.chains[0].topic, self.chains[0].path),))


def chain_plan(topic: str, *path: Move) -> Plan:
    """Return a plan of a single chain."""
    return Plan((Chain(topic, tuple(path)),))
