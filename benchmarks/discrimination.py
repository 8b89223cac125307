"""Quality of confidences: discrimination between right and wrong answers, and calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata  # type: ignore[import-untyped]

# Share of the right answers that may be withheld, coverages in the table, and number of calibration bins.
LOST, COVERAGES, BINS = 0.05, (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0), 10


@dataclass(frozen=True, slots=True)
class Worth:
    """Figures of a set of confidences; those that need both right and wrong answers are NaN without one of them.

    * ``auroc``: probability that a right answer has a higher confidence than a wrong one; ties count half.
    * ``withheld``: share of the wrong answers below the confidence that 95 % of the right ones reach.
    * ``threshold``: that confidence.
    * ``risks``: share of wrong answers among the most confident ones, by coverage (`COVERAGES`).
    * ``aurc``: mean risk over all coverages.
    * ``calibration_error``: expected calibration error, in ten bins.
    * ``brier``: mean squared difference between confidence and correctness (1 or 0).
    """

    right: int
    wrong: int
    auroc: float
    withheld: float
    threshold: float
    risks: dict[str, float]
    aurc: float
    calibration_error: float
    brier: float


def worth(said: Sequence[float], right: Sequence[float]) -> Worth:
    """Return the figures of some confidences; `right` is 1 for right answers and 0 for wrong ones.

    Raises:
        ValueError: there are no answers.
    """
    confidence, correct = np.asarray(said, np.float64), np.asarray(right, np.float64) > 0.5
    if not len(confidence):
        raise ValueError("there are no answers")
    good, bad = int(correct.sum()), int((~correct).sum())
    area = withheld = threshold = float("nan")
    if good:
        threshold = float(np.quantile(confidence[correct], LOST))
    if good and bad:
        area = (rankdata(confidence)[correct].sum() - good * (good + 1) / 2) / (good * bad)
        withheld = float((confidence[~correct] < threshold).mean())
    curve = _risks(confidence, correct)
    shown = {f"{share:.0%}": float(curve[max(1, round(share * len(curve))) - 1]) for share in COVERAGES}
    return Worth(
        good,
        bad,
        float(area),
        withheld,
        threshold,
        shown,
        float(curve.mean()),
        _calibration_error(confidence, correct),
        float(((confidence - correct) ** 2).mean()),
    )


def _risks(confidence: np.ndarray, correct: np.ndarray) -> np.ndarray:
    """Return the share of wrong answers among the most confident 1, 2, ...; ties count on average."""
    order = np.argsort(-confidence, kind="stable")
    levels, counts = np.unique(-confidence[order], return_counts=True)
    rates = [float((~correct[-confidence == level]).mean()) for level in levels]
    wrong = np.cumsum(np.repeat(rates, counts))
    return np.asarray(wrong / np.arange(1, len(wrong) + 1))


def _calibration_error(confidence: np.ndarray, correct: np.ndarray) -> float:
    places = np.minimum((confidence * BINS).astype(int), BINS - 1)
    apart = 0.0
    for place in np.unique(places):
        inside = places == place
        apart += abs(float(confidence[inside].mean() - correct[inside].mean())) * float(inside.mean())
    return apart
