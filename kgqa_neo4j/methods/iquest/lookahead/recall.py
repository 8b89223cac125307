"""Recall: how often a correct neighbour is among the top k."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.methods.iquest.lookahead.features import TripleFeatures
from kgqa_neo4j.methods.iquest.lookahead.network import Network
from kgqa_neo4j.methods.iquest.lookahead.samples import Sample


def network_scores(network: Network, features: TripleFeatures, samples: Sequence[Sample]) -> list[Vectors]:
    """Return P(relevant) of each sample's candidates.

    Raises:
        DatabaseError: or a subclass.
    """
    return [
        network.score(sample.vector, *features.of([one.way for one in sample.candidates])) for sample in samples
    ]


def recall(samples: Sequence[Sample], scores: Sequence[Sequence[float] | Vectors], top_k: int) -> float:
    """Return the share of samples with a correct neighbour among the `top_k` best entities.

    An entity has the score of the best triple that leads to it. Ties keep the order of the candidates.
    """
    hits = sum(_is_hit(sample, values, top_k) for sample, values in zip(samples, scores, strict=True))
    return hits / max(len(samples), 1)


def recall_of_chance(samples: Sequence[Sample], top_k: int) -> float:
    """Return the expected recall of `top_k` candidates drawn at random."""
    total = 0.0
    for sample in samples:
        missed, wrong = 1.0, sum(not one.right for one in sample.candidates)
        for drawn in range(min(top_k, len(sample.candidates))):
            missed *= max(wrong - drawn, 0) / (len(sample.candidates) - drawn)
        total += 1 - missed
    return total / max(len(samples), 1)


def _is_hit(sample: Sample, scores: Sequence[float] | Vectors, top_k: int) -> bool:
    order = sorted(range(len(scores)), key=lambda place: -float(scores[place]))
    kept: dict[str, bool] = {}
    for place in order:
        candidate = sample.candidates[place]
        if candidate.way.neighbour not in kept and len(kept) == top_k:
            break
        kept.setdefault(candidate.way.neighbour, candidate.right)
    return any(kept.values())
