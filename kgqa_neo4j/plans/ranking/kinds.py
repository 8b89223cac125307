"""Classifies the names at an end of a relation by kind: persons, places, times, works, ..."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.ranking.vectors import unit
from kgqa_neo4j.question.lexicon import KINDS

# Effective number of independent names at an end: more names make its kind more certain, but they are correlated.
_INDEPENDENT = 3.0


@dataclass(frozen=True, slots=True)
class Kinds:
    """A linear classifier of name vectors: `weights` (dimension, kinds), `bias` (kinds,)."""

    weights: Vectors
    bias: Vectors

    def of(self, names: Vectors) -> Vectors:
        """Return the probabilities of the kinds, shape (kinds,), for the names at one end of a relation.

        `names` are vectors of unit length, shape (names, dimension), as from `name_vectors`.
        """
        if not len(names):
            return np.full(len(KINDS), 1 / len(KINDS), np.float32)
        logits = names @ self.weights + self.bias
        logits -= logits.max(axis=1, keepdims=True)
        likelihood = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        total = likelihood.mean(axis=0) * _INDEPENDENT
        share = np.exp(total - total.max())
        return np.asarray(share / share.sum(), np.float32)


def name_vectors(names: Sequence[str], encode: Callable[[Sequence[str]], Vectors]) -> Vectors:
    """Return the vectors of names, shape (names, dimension), of unit length."""
    return unit(encode([written(name) for name in names]))


def written(name: str) -> str:
    """Return a name in English spelling: underscores become blanks, and names in lower case are capitalized."""
    name = name.replace("_", " ")
    return name.title() if name == name.lower() else name
