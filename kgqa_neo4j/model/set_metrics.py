"""Agreement of one set with another."""

from __future__ import annotations


def f1(right: int, predicted: int, gold: int) -> float:
    """Return the F1 of `predicted` items against `gold` items, `right` of them in both; 0 if none are."""
    return 2 * right / (predicted + gold) if right else 0.0


def harmonic_mean(precision: float, recall: float) -> float:
    """Return the F1 of a precision and a recall in [0, 1]; 0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
