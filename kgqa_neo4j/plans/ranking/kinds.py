"""Which kind of thing names are for: persons, places, times, works ... told from the names themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.ranking.vectors import unit
from kgqa_neo4j.question.lexicon import KINDS

# Each further name of an end makes its kind surer, but names of one end are not independent.
_INDEPENDENT = 3.0


@dataclass(frozen=True, slots=True)
class Kinds:
    """A linear classifier over the vectors of names: `weights` (dimension, kinds), `bias` (kinds,)."""

    weights: Vectors
    bias: Vectors

    def of(self, names: Vectors) -> Vectors:
        """Return the shares of the kinds, shape (kinds,), that names from one end of a relation speak for.

        `names` are vectors of length 1, shape (names, dimension), as `name_vectors` gives.
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
    """Return the vectors of names, shape (names, dimension), each of length 1."""
    return unit(encode([written(name) for name in names]))


def written(name: str) -> str:
    """Return a name as English writes it: with blanks, and with capitals where the source has none at all."""
    name = name.replace("_", " ")
    return name.title() if name == name.lower() else name
