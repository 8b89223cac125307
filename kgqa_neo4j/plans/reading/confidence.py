"""Confidence of a query: a logistic model of how well it explains the question, fitted by `training/reading.py`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from kgqa_neo4j.plans.reading.reader import Proposal

# Cap on the lead over the next query, and on the cost.
_MOST = 1.5


def signals(proposals: Sequence[Proposal], place: int) -> dict[str, float]:
    """Return what is known of a proposal before it is executed.

    * ``missing``: how much of the question is unexplained, in words.
    * ``margin``: its lead in score over the best proposal after it; ``skipped``: the lead of the best proposal over it.
    * ``cost``: the cost of unexpressed steps and long paths, less the bonuses for measures and counts.
    """
    one = proposals[place]
    after = [other.score for other in proposals[place + 1 :]]
    return {
        "missing": min(3.0, one.missing),
        "margin": min(_MOST, one.score - max(after)) if after else _MOST,
        "skipped": proposals[0].score - one.score,
        "cost": max(-_MOST, min(_MOST, one.cost)),
    }


def estimate(told: Mapping[str, float], weights: Mapping[str, float] | None = None) -> float:
    """Return the probability that an answer with these signals is right."""
    weights = packaged_weights("kgqa_neo4j.plans.reading") if weights is None else weights
    total = weights["constant"] + sum(weights[name] * value for name, value in told.items())
    return round(1 / (1 + math.exp(-total)), 4)


@cache
def packaged_weights(package: str) -> dict[str, float]:
    """Return the fitted weights packaged with a module, by signal."""
    found: dict[str, float] = json.loads((files(package) / "weights.json").read_text("utf-8"))
    return found
