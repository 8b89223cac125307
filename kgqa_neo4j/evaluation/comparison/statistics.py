"""Means over seeds, and how sure a difference between two methods is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

RESAMPLES = 9_999
CONFIDENCE = 0.95
# Fixed, so that the same answers always give the same interval.
_SEED = 20_250_101
# Numbers drawn at once, to bound the memory that a long file takes.
_DRAWN = 2_000_000


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference of paired scores, its interval (NaN for fewer than two pairs), the pairs."""

    mean: float
    low: float
    high: float
    pairs: int


def spread(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and the sample standard deviation, which one value does not have."""
    return fmean(values), stdev(values) if len(values) > 1 else None


def paired_difference(scores: Sequence[float], baseline: Sequence[float]) -> Difference:
    """Return the mean of `scores` minus `baseline` with its bootstrap interval.

    The pairs are drawn anew with replacement, as many as there are; the interval holds the middle
    95 % of the means (percentile method).

    Raises:
        ValueError: the two are not of one length, or empty.
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
