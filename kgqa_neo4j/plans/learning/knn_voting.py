"""Votes of the nearest exemplars for the paths that explain them, weighted by their pairs.

Factors show which relations are asked for in general, and are fitted to what the untrained scores leave open. A vote is
for a whole path, and needs no support from other forms, so voting handles wording that matches no relation name but
occurs in many learned questions. Votes count little where the untrained scorer is sure, or if a path leaves words
unexplained that another one explains: the question may not ask for what was learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.learning.kernel import COMMON
from kgqa_neo4j.plans.plan import Path

# All chosen on dev questions of MetaQA (docs/learning.md): machine paraphrases, a few pairs learned, and one-hop
# questions learned where longer ones are asked. Number of voters, and how fast votes lose weight with similarity:
VOTERS = 20
SHARPNESS = 15.0
# Similarity to the nearest exemplar above which a question is more likely of the learned kind than not.
ALIKE = 0.3 + COMMON
# Gain of a path per log of the pairs that vote for it.
WEIGHT = 3.0
# Votes are weighted by 1 minus this power of the probability of the likeliest candidate, and by the exponential of the
# untrained score that a path loses by words that others explain, divided by `_LEFT`.
_SURE = 8
_LEFT = 0.25


def votes(similarity: Vectors, known: Sequence[Mapping[Path, float]], support: Vectors) -> dict[Path, float]:
    """Return the number of pairs that vote for each path, weighted by the similarity of their exemplars.

    Args:
        similarity: that of a question form to each exemplar's, shape (exemplars,).
        known: the paths that explain each exemplar, with mean F1.
        support: the number of pairs of each exemplar, shape (exemplars,).
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
    """How open a question is to votes.

    `unsure` is 1 if the untrained scorer knows nothing, 0 if it is sure. `explained` is the part of an untrained score
    that comes from explained words, of the candidate that explains most.
    """

    unsure: float
    explained: float

    def gained(self, voted: Mapping[Path, float], paths: Sequence[Path | None], explained: Vectors) -> Vectors:
        """Return (n,) the gain of each path by the votes; None gains nothing.

        `explained` (n,) is the part of each path's untrained score that comes from explained words.
        """
        pairs = np.array([voted.get(path, 0.0) if path else 0.0 for path in paths], np.float32)
        left = np.minimum(explained - self.explained, 0.0)
        return np.asarray(WEIGHT * self.unsure * np.log1p(pairs) * np.exp(left / _LEFT), np.float32)


def openness(untrained: Vectors, explained: Vectors) -> Openness:
    """Return how open a question is to votes, by the untrained scores of its candidates as log-odds, (n,)."""
    if not len(untrained):
        return Openness(1.0, 0.0)
    likeliest = 1.0 / float(np.exp(untrained - untrained.max()).sum())
    return Openness(1.0 - likeliest**_SURE, float(explained.max()))
