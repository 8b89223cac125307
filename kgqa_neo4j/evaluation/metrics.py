"""Metrics of one question and of a whole run, as pure functions.

A prediction is a ranked list of units, the gold standard a list of units. A unit is a set of entity ids, any of which
satisfies it. A gold unit without ids (the graph lacks the answer) matches nothing but counts in every denominator.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass

from kgqa_neo4j.model.set_metrics import harmonic_mean

Unit = Set[str]


@dataclass(frozen=True, slots=True)
class Scores:
    """The metrics of one question, each in [0, 1]."""

    hit_at_1: float = 0.0
    expected_hit_at_1: float = 0.0
    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    em: float = 0.0
    any_hit: float = 0.0
    answer_in_evidence: float = 0.0


def score(
    predicted: Sequence[Unit], gold: Sequence[Unit], evidence: Set[str] = frozenset(), *, refused: bool = False
) -> Scores:
    """Return the metrics of one question.

    * ``hit_at_1``: the top-ranked prediction is right.
    * ``expected_hit_at_1``: the fraction of predictions that are right, which is the probability that a random one is;
      0 without predictions. It equals ``precision``.
    * ``recall``: the fraction of gold answers that are predicted; ``f1`` is the harmonic mean of the two.
    * ``em``: every prediction is right and every gold answer is predicted.
    * ``any_hit``: at least one prediction is right.
    * ``answer_in_evidence``: at least one gold answer is in `evidence`, the ids of the retrieved nodes.

    The right response to a question without gold answers is a refusal: all metrics except ``answer_in_evidence`` are 1
    if nothing is predicted and the answer is `refused`, else 0.
    """
    if not gold:
        all_or_nothing = float(refused and not predicted)
        return Scores(*[all_or_nothing] * 7)
    seen = float(any(unit & evidence for unit in gold))
    if not predicted:
        return Scores(answer_in_evidence=seen)
    right = [any(unit & answer for answer in gold) for unit in predicted]
    matched = [any(unit & answer for unit in predicted) for answer in gold]
    precision = sum(right) / len(right)
    recall = sum(matched) / len(matched)
    return Scores(
        hit_at_1=float(right[0]),
        expected_hit_at_1=precision,
        precision=precision,
        recall=recall,
        f1=harmonic_mean(precision, recall),
        em=float(all(right) and all(matched)),
        any_hit=float(any(right)),
        answer_in_evidence=seen,
    )


def at_coverage(scores: Sequence[float], confidences: Sequence[float], coverage: float) -> float:
    """Return the mean score of the most confident fraction `coverage` (0 to 1) of the questions, 0 if it is empty.

    Ties in confidence are weighted equally, so the order of questions does not matter, and a method with constant
    confidence has its overall mean at every coverage.
    """
    left = asked = math.ceil(len(scores) * coverage)
    total = 0.0
    for confidence in sorted(set(confidences), reverse=True):
        equal = [score for score, own in zip(scores, confidences, strict=True) if own == confidence]
        taken = min(left, len(equal))
        total += mean(equal) * taken
        left -= taken
    return total / asked if asked else 0.0


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean, 0 for no values."""
    return math.fsum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least `percent` % of the values do not exceed, 0 for no values."""
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]
