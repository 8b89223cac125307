"""Means over seeds, and bootstrap intervals of paired differences between methods."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

RESAMPLES = 9_999
CONFIDENCE = 0.95
# Fixed, so that the same answers always give the same interval.
_SEED = 20_250_101
# Numbers drawn at once, to bound memory for long files.
_DRAWN = 2_000_000


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference of paired scores, its interval (NaN for fewer than two pairs), and the number of pairs."""

    mean: float
    low: float
    high: float
    pairs: int


def spread(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and the sample standard deviation, None for a single value."""
    return fmean(values), stdev(values) if len(values) > 1 else None


def paired_difference(scores: Sequence[float], baseline: Sequence[float]) -> Difference:
    """Return the mean of `scores` minus `baseline`, with its bootstrap interval.

    Pairs are resampled with replacement; the interval contains the middle 95 % of the means (percentile method).

    Raises:
        ValueError: the sequences are empty or differ in length.
    """
    import numpy as np
    from scipy.stats import bootstrap  # type: ignore[import-untyped]

    if not scores:
        raise ValueError("there is nothing to compare")
    differences = [one - other for one, other in zip(scores, baseline, strict=True)]
    mean = fmean(differences)
    if len(differences) < 2:
        return Difference(mean, math.nan, math.nan, len(differences))
    result = bootstrap(
        (np.asarray(differences),),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        batch=max(1, _DRAWN // len(differences)),
        rng=np.random.default_rng(_SEED),
    )
    low, high = map(float, result.confidence_interval)
    return Difference(mean, low, high, len(differences))
