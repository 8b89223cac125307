"""Measures of one question and of a whole run, as pure functions.

A prediction is a ranked list of units, a gold standard a list of units; a unit is a set of entity
ids, any of which satisfies it. A gold unit without ids (the graph lacks the answer) is matched by
nothing and stays in every denominator.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass

from kgqa_neo4j.model.set_metrics import harmonic_mean

Unit = Set[str]


@dataclass(frozen=True, slots=True)
class Scores:
    """One question's measures, each in [0, 1]."""

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
    """Return the measures of one question.

    * ``hit_at_1``: the best ranked prediction is right.
    * ``expected_hit_at_1``: the share of the predictions that is right, which is the chance that
      one of them, taken blindly, is; 0 if there are none. It equals ``precision``.
    * ``recall``: the share of the gold answers that is predicted; ``f1`` is the harmonic mean.
    * ``em``: every prediction is right and every gold answer is predicted.
    * ``any_hit``: some prediction is right.
    * ``answer_in_evidence``: some gold answer is among `evidence`, the nodes that were retrieved.

    A question without gold answers asks for a refusal: all measures but ``answer_in_evidence`` are
    1 if nothing is predicted and the answer is `refused` (unanswerable), else 0.
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
    """Return the mean score of the surest questions, `coverage` (0 to 1) of all; 0 of nothing.

    Of equally sure ones each counts as much as the others, so that the order of the questions does not matter
    and a method that is equally sure of everything has its plain mean at every coverage.
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
    """Return the arithmetic mean, 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least `percent` % of the values do not exceed, 0 of nothing."""
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]
