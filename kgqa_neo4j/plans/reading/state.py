"""A partial query, and how far it explains the question."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.language.query import (
    Branch,
    TermComparison,
)
from kgqa_neo4j.plans.plan import Move


@dataclass(frozen=True, slots=True)
class End:
    """A step that arrives at the variable: from `entity` alone, or from any if that is ""."""

    move: Move
    entity: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A partial query: its branches, how far they explain each word, and the steps that arrive at its variable.

    `kind` is a step that the variable lacks and others of its kind have. `turned` is a step from the variable to what
    the head noun names, with the cost of that noun not naming the variable.
    """

    branches: tuple[Branch, ...] = ()
    compared: tuple[TermComparison, ...] = ()
    explained: tuple[float, ...] = ()
    ends: tuple[End, ...] = ()
    cost: float = 0.0
    entities: tuple[str, ...] = ()
    kind: Move | None = None
    turned: tuple[Move, float] | None = None

    def value(self, weights: Vectors) -> float:
        """Return the weight of the words that it explains, less its cost."""
        return float((np.array(self.explained) * weights).sum()) - self.cost

    def with_explained(self, more: Vectors) -> State:
        """Return the state with each word explained at least as far as in `more`, (words,)."""
        return replace(self, explained=tuple(np.maximum(self.explained, more).tolist()))
