"""Calibrates confidence to the learned pairs, by shifting and stretching the log-odds of estimates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# Standard deviations of the priors for the shift (around 0) and the stretch (around 1).
_SHIFT, _STRETCH = 0.7, 0.25
_STEPS, _LEAST = 25, 1e-6
_EDGE = 0.002


@dataclass(frozen=True, slots=True)
class Calibration:
    """A map of log-odds to ``stretch * log-odds + shift``."""

    shift: float = 0.0
    stretch: float = 1.0

    def of(self, estimate: float) -> float:
        """Return the calibrated probability for an estimate in [0, 1]."""
        if self == UNCHANGED:
            return estimate
        return round(1.0 / (1.0 + math.exp(-(self.shift + self.stretch * _odds(estimate)))), 4)


UNCHANGED = Calibration()
"""The identity."""


def calibrated(seen: Sequence[tuple[float, bool]]) -> Calibration:
    """Return the most likely calibration for estimates and whether they were right; the identity if there are none.

    A few pairs change little, because both parameters have a prior around the identity.
    """
    if not seen:
        return UNCHANGED
    odds = np.array([_odds(estimate) for estimate, _ in seen])
    right = np.array([float(one) for _, one in seen])
    columns = np.stack([np.ones_like(odds), odds], axis=1)
    prior, weight = np.array([0.0, 1.0]), np.array([1 / _SHIFT**2, 1 / _STRETCH**2])
    found = prior.copy()
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-columns @ found))
        slope = columns.T @ (right - chance) - weight * (found - prior)
        curve = (columns * (chance * (1.0 - chance))[:, None]).T @ columns + np.diag(weight)
        step = np.linalg.solve(curve, slope)
        found = found + step
        if float(np.abs(step).max()) < _LEAST:
            break
    # A calibration never reverses the order of estimates.
    return Calibration(float(found[0]), max(0.1, float(found[1])))


def _odds(estimate: float) -> float:
    chance = min(1.0 - _EDGE, max(_EDGE, estimate))
    return math.log(chance / (1.0 - chance))
