"""From signals to a probability: a logistic model, fitted by `benchmarks/withheld.py`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from kgqa_neo4j.confidence.signals import NAMES, Signals

# Weights are held near those that need no fitting: the share's log-odds as they are, and nothing else.
PRIOR: Mapping[str, float] = {"share": 1.0}
PENALTY = 1.0
_FILE = "weights.json"


@cache
def packaged() -> dict[str, float]:
    """Return the packaged weights by signal, with the constant term called ``constant``."""
    text = (files("kgqa_neo4j.confidence") / _FILE).read_text("utf-8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights


def estimate(signals: Signals, weights: Mapping[str, float] | None = None) -> float:
    """Return the probability that an answer with these signals is right."""
    weights = packaged() if weights is None else weights
    total = weights["constant"] + sum(
        weights[name] * value for name, value in zip(NAMES, signals.values, strict=True)
    )
    return round(1 / (1 + math.exp(-total)), 4)


def fit(signals: Sequence[Signals], right: Sequence[float]) -> dict[str, float]:
    """Return the weights under which answers are as often right as is said; `right` says which were."""
    features = np.array([[1.0, *one.values] for one in signals], np.float64)
    wanted = np.asarray(right, np.float64)
    prior = np.array([0.0, *(PRIOR.get(name, 0.0) for name in NAMES)])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logits = features @ weights
        value = np.logaddexp(0, logits).sum() - wanted @ logits
        apart = weights - prior
        slope = features.T @ (1 / (1 + np.exp(-logits)) - wanted) + PENALTY * apart
        return float(value + PENALTY / 2 * apart @ apart), slope

    found = minimize(loss, prior, jac=True, method="L-BFGS-B").x
    return {name: round(float(value), 4) for name, value in zip(("constant", *NAMES), found, strict=True)}
