"""What a plan is: chains of relation steps from topics, what must hold at their ends, what is asked of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Move(NamedTuple):
    """One step: a relation, walked along its direction (`outward`) or against it."""

    relation: str
    outward: bool = True


Path = tuple[Move, ...]
"""Steps one after the other: the form of a chain without its topic."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps from one topic (the id of an entity) to a set of entities."""

    topic: str
    path: Path


@dataclass(frozen=True, slots=True)
class Plan:
    """The entities that all chains reach, without the topics themselves."""

    chains: tuple[Chain, ...]
