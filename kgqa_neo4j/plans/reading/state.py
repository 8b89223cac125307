"""Part of a query while it is put together, and what it explains of the question."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.language.query import (
    Branch,
    Compared,
)
from kgqa_neo4j.plans.plan import Move


@dataclass(frozen=True, slots=True)
class End:
    """Where a step arrives at the variable; with `entity` from that one alone."""

    move: Move
    entity: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Part of a query: the branches so far, what they explain of the words, where they arrive at the variable.

    `turned` is a step from it to what the noun that asks names, and what it has cost that this is not the variable.
    """

    branches: tuple[Branch, ...] = ()
    compared: tuple[Compared, ...] = ()
    explained: tuple[float, ...] = ()
    ends: tuple[End, ...] = ()
    cost: float = 0.0
    entities: tuple[str, ...] = ()
    kind: Move | None = None
    turned: tuple[Move, float] | None = None

    def value(self, weights: Vectors) -> float:
        """Return what it explains of words of these weights, less its cost."""
        return float((np.array(self.explained) * weights).sum()) - self.cost

    def with_explained(self, more: Vectors) -> State:
        """Return the state that explains some words better, `more` of shape (words,)."""
        return replace(self, explained=tuple(np.maximum(self.explained, more).tolist()))
