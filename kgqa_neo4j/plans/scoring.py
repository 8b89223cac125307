"""What scores plans: the question as a scorer sees it, and the protocol."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.candidates import Candidate, StepPrior
from kgqa_neo4j.plans.schema import Schema

# What the names of those parts of a score begin with that say how well words are explained.
WORDS = ("unexplained", "explained")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as scorers see it.

    `text` is without brackets; `masked` is the same with each topic's name replaced by `masking.MASK`: the
    form of the question. `vector` is the encoder's for `masked`, of unit length.
    """

    text: str
    masked: str
    topics: tuple[Entity, ...]
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of candidates, shape (n,), in their order; higher is better, comparable within one question.

    `features` says for each candidate what made its score, by name; shape (n, len(names)). `beyond` is the
    log of the summed exponentials of the scores that plans have which the scorer knows, but which the graph
    does not allow here; `nearest` is the cosine of the nearest question form that it has seen. `before` are the
    scores of the same candidates before anything was learned, None where nothing was. `unexplained` (n,) is how
    many of the question's words each leaves without a step, None where the scorer does not read words; `unknown`
    is how many of them no relation of the graph and no name at its ends explains.
    """

    values: Vectors
    names: tuple[str, ...] = ()
    features: Vectors | None = None
    beyond: float = -math.inf
    nearest: float = 0.0
    before: Scores | None = None
    unexplained: Vectors | None = None
    unknown: float = 0.0

    def explain(self, index: int) -> Mapping[str, float]:
        """Return what made the score of one candidate."""
        if self.features is None:
            return {}
        return {name: float(value) for name, value in zip(self.names, self.features[index], strict=True)}

    def part(self, names: tuple[str, ...]) -> Vectors:
        """Return (n,) the sum of the parts whose names begin so; 0 where there are none."""
        columns = [column for column, name in enumerate(self.names) if name.startswith(names)]
        if self.features is None or not columns:
            return np.zeros(len(self.values), np.float32)
        return np.asarray(self.features[:, columns].sum(axis=1), np.float32)

    def order(self) -> list[int]:
        """Return the candidates' places, best first; equal scores keep their order."""
        return [int(place) for place in np.argsort(-self.values, kind="stable")]


class Scorer(Protocol):
    """Says how well plans fit a question. Keeps what it computed for a graph."""

    def step_prior(self, asked: Asked) -> StepPrior:
        """Return how well single steps fit, which decides what is grown first."""

    def score(self, asked: Asked, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates; no database call, no encoding of texts that grow with the candidates."""
