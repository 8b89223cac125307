"""Turns signals into a probability, by logistic models fitted by `training/confidence.py`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from kgqa_neo4j.plans.confidence.signals import NAMES, OMITTED, Signals

Weights = Mapping[str, float]
"""Weights by signal, with the constant term called ``constant``."""

# Weights are regularized towards an unfitted model: the log-odds of `share` alone.
PRIOR: Weights = {"share": 1.0}
PENALTY = 1.0
# Signals against an answer; all others are for it. A fitted weight with the opposite sign would reflect a peculiarity
# of the questions, such as how many steps most of them take.
AGAINST = ("skipped", "omitted", "unknown", "cut")
_FILE = "weights.json"


def state(signals: Signals) -> str:
    """Return which weights apply to an answer: scores mean more if questions were learned.

    They mean little if the plan omits a word that another plan explains: four of five such answers are wrong.
    """
    if signals.omitted >= OMITTED:
        return "omitting"
    return "learned" if signals.nearest > 0 else "untrained"


@cache
def packaged() -> dict[str, Weights]:
    """Return the packaged weights by `state`."""
    found: dict[str, Weights] = json.loads((files("kgqa_neo4j.plans.confidence") / _FILE).read_text("utf-8"))
    return found


def estimate(signals: Signals, weights: Weights | None = None) -> float:
    """Return the probability that an answer with these signals is right."""
    weights = packaged()[state(signals)] if weights is None else weights
    total = weights["constant"] + sum(
        weights[name] * value for name, value in zip(NAMES, signals.values, strict=True)
    )
    return round(1 / (1 + math.exp(-total)), 4)


def fit(
    signals: Sequence[Signals], right: Sequence[float], counts: Sequence[float] | None = None
) -> dict[str, float]:
    """Fit the weights by regularized logistic regression, with the sign of each weight constrained.

    Args:
        signals: of some answers.
        right: which of them were right, 1 or 0.
        counts: the weight of each answer.
    """
    # Imported here because it takes a second, and answering does not need it.
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    features = np.array([[1.0, *one.values] for one in signals], np.float64)
    wanted = np.asarray(right, np.float64)
    weight = np.ones(len(wanted)) if counts is None else np.asarray(counts, np.float64)
    prior = np.array([0.0, *(PRIOR.get(name, 0.0) for name in NAMES)])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logits = features @ weights
        value = weight @ (np.logaddexp(0, logits) - wanted * logits)
        apart = weights - prior
        slope = features.T @ (weight * (1 / (1 + np.exp(-logits)) - wanted)) + PENALTY * apart
        return float(value + PENALTY / 2 * apart @ apart), slope

    sides = [(None, 0.0) if name in AGAINST else (0.0, None) for name in NAMES]
    found = minimize(loss, prior, jac=True, method="L-BFGS-B", bounds=[(None, None), *sides]).x
    return {name: round(float(value), 4) for name, value in zip(("constant", *NAMES), found, strict=True)}
