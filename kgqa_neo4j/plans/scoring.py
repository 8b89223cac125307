"""The protocol of plan scorers, with its input (the question) and its output (the scores)."""

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

# Prefixes of the features that measure how well the words are explained.
WORDS = ("unexplained", "explained")


@dataclass(frozen=True, slots=True)
class MaskedQuestion:
    """A question to score plans for.

    `text` is without brackets; `masked` is the same with each topic's name replaced by `masking.MASK`: the question
    template. `vector` is the encoding of `masked`, of unit length.
    """

    text: str
    masked: str
    topics: tuple[Entity, ...]
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of candidates, shape (n,), in their order; higher is better, comparable within one question.

    `features` are the parts of each score, by name; shape (n, len(names)). `beyond` is the log-sum-exp of the scores
    of plans that the scorer knows but the graph does not support here; `nearest` is the cosine of the nearest
    question template that it has seen. `before` are the scores of the same candidates without learning, None if
    nothing was learned. `unexplained` (n,) is the number of question words for which a candidate has no step, None
    if the scorer does not read words; `unknown` is the number of words that no relation of the graph, and no name at
    its ends, explains.
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
        """Return the parts of one candidate's score, by name."""
        if self.features is None:
            return {}
        return {name: float(value) for name, value in zip(self.names, self.features[index], strict=True)}

    def part(self, names: tuple[str, ...]) -> Vectors:
        """Return (n,) the sum of the parts whose names start with one of `names`; 0 if there are none."""
        columns = [column for column, name in enumerate(self.names) if name.startswith(names)]
        if self.features is None or not columns:
            return np.zeros(len(self.values), np.float32)
        return np.asarray(self.features[:, columns].sum(axis=1), np.float32)

    def order(self) -> list[int]:
        """Return the indices of the candidates, best first; ties keep their order."""
        return [int(place) for place in np.argsort(-self.values, kind="stable")]


class Scorer(Protocol):
    """Scores how well plans fit a question. Caches what it computes for a graph."""

    def step_prior(self, asked: MaskedQuestion) -> StepPrior:
        """Return how well single steps fit, which decides the search order."""

    def score(self, asked: MaskedQuestion, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates, without database calls and without encoding texts in proportion to the candidates."""
