"""Fit logistic models of the probability that an answer is right: the confidence of read queries.

A row consists of the graph, the signals, and 1.0 for a right answer or 0.0 for a wrong one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from benchmarks.discrimination import worth

PENALTY = 1.0
Row = tuple[str, tuple[float, ...], float]
Bounds = Sequence[tuple[float | None, float | None]]
"""Lower and upper bound of the constant and of each weight; None for unbounded."""


def fit(rows: Sequence[Row], bounds: Bounds, *, graphs_alike: bool = False) -> np.ndarray:
    """Return the constant and the weights, shape (1 + signals,), within their bounds.

    With `graphs_alike` each graph has the same total weight, however many rows it has.
    """
    features = np.array([(1.0, *signals) for _, signals, _ in rows])
    right = np.array([one for *_, one in rows])
    shares = np.ones(len(rows))
    if graphs_alike:
        sizes = {graph: sum(row[0] == graph for row in rows) for graph, *_ in rows}
        shares = np.array([len(rows) / len(sizes) / sizes[graph] for graph, *_ in rows])

    def loss(weights: np.ndarray) -> float:
        logits = features @ weights
        each = shares * (np.logaddexp(0, logits) - right * logits)
        return float(each.sum() + PENALTY / 2 * (weights[1:] ** 2).sum())

    found: np.ndarray = minimize(loss, np.zeros(len(bounds)), method="L-BFGS-B", bounds=bounds).x
    return found


def show_left_out(
    graphs: Iterable[str], rows: Sequence[Row], bounds: Bounds, *, graphs_alike: bool = False
) -> None:
    """Print for each graph the results of weights fitted to the other graphs."""
    for graph in graphs:
        others, own = ([row for row in rows if (row[0] == graph) is same] for same in (False, True))
        if own and others:
            weights = fit(others, bounds, graphs_alike=graphs_alike)
            seen = worth([_probability(weights, row) for row in own], [row[2] for row in own])
            print(f"{graph}: {len(own)} answers, AUROC {seen.auroc:.3f}, error {seen.calibration_error:.3f}")


def write(weights: np.ndarray, names: Sequence[str], file: Path) -> None:
    """Write the constant and the weights by name, as JSON."""
    rounded = [round(float(weight), 3) for weight in weights]
    told = dict(zip(("constant", *names), rounded, strict=True))
    file.write_text(json.dumps(told, indent=2) + "\n", "utf-8")


def _probability(weights: np.ndarray, row: Row) -> float:
    """Return the probability that an answer is right."""
    return float(1 / (1 + np.exp(-(weights @ np.array((1.0, *row[1]))))))
