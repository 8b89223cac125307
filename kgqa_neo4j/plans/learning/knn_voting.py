"""What the nearest exemplars say: each votes for the paths that explain it, with all its pairs.

Factors say what relations are asked for in general, and are fitted to what the untrained scores leave open;
a vote is for a whole path, and needs no other question to agree. So it tells what a question means whose words
no relation has, but many learned questions do. Where the untrained scorer is sure, or a path leaves words
unexplained that another explains, votes count little: what was learned may not be about what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.learning.kernel import COMMON
from kgqa_neo4j.plans.plan import Path

# All chosen on dev questions of MetaQA (docs/learning.md): machine paraphrases, a few pairs learned, and one-hop
# questions learned where longer ones are asked. How many vote, and how much louder the nearer ones are:
VOTERS = 20
SHARPNESS = 15.0
# The similarity of the nearest exemplar from which on a question is more of the learned kind than not.
ALIKE = 0.3 + COMMON
# What the log of the pairs that speak for a path counts.
WEIGHT = 3.0
# How sure the untrained scorer is to be for votes not to be heard, as a power of its probability, and how much
# of the question's words a path may leave that others explain, in untrained score.
_SURE = 8
_LEFT = 0.25


def votes(similarity: Vectors, known: Sequence[Mapping[Path, float]], support: Vectors) -> dict[Path, float]:
    """Return how many pairs speak for each path, those of exemplars less near counting less.

    Args:
        similarity: of a question form to each exemplar's, shape (exemplars,).
        known: the paths that explain each exemplar, with mean F1.
        support: the pairs of each, shape (exemplars,).
    """
    if not len(similarity):
        return {}
    nearest = np.argsort(-similarity, kind="stable")[:VOTERS]
    top = float(similarity[nearest[0]])
    counted = support[nearest] * np.exp(SHARPNESS * (similarity[nearest] - top))
    counted /= 1.0 + np.exp(SHARPNESS * (ALIKE - top))
    found: dict[Path, float] = {}
    for one, pairs in zip(nearest.tolist(), counted.tolist(), strict=True):
        for path, score in known[one].items():
            found[path] = found.get(path, 0.0) + pairs * score
    return found


@dataclass(frozen=True, slots=True)
class Openness:
    """How open a question is to votes: `unsure` is 1 where the untrained scorer knows nothing, 0 where it is
    sure; `explained` is the part of its scores for explained words, of the plan that explains most.
    """

    unsure: float
    explained: float

    def gained(self, voted: Mapping[Path, float], paths: Sequence[Path | None], explained: Vectors) -> Vectors:
        """Return (n,) what the score of each path gains by the votes; None gains nothing.

        `explained` (n,) is the part of its own untrained score for explained words.
        """
        pairs = np.array([voted.get(path, 0.0) if path else 0.0 for path in paths], np.float32)
        left = np.minimum(explained - self.explained, 0.0)
        return np.asarray(WEIGHT * self.unsure * np.log1p(pairs) * np.exp(left / _LEFT), np.float32)


def openness(untrained: Vectors, explained: Vectors) -> Openness:
    """Return how open a question is, by the untrained scores of its candidates as log-odds, (n,)."""
    if not len(untrained):
        return Openness(1.0, 0.0)
    likeliest = 1.0 / float(np.exp(untrained - untrained.max()).sum())
    return Openness(1.0 - likeliest**_SURE, float(explained.max()))
