"""How sure a read query is: a logistic model of how well it explains the question, fitted by `training/reading.py`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from kgqa_neo4j.plans.reading.reader import Proposal

# Leads of more than this over the next query are worth no more.
_MOST = 1.5


def signals(proposals: Sequence[Proposal], place: int) -> dict[str, float]:
    """Return what is known of a proposal before it is executed.

    * ``missing``: how much of the question nothing explains, in words.
    * ``margin``: its score over the best one that comes after it; ``skipped``: the best one's over its own.
    * ``cost``: what its silent steps and long paths cost, less what its measures and counts are worth.
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
    """Return the fitted weights that come with a package, by the names of the signals."""
    found: dict[str, float] = json.loads((files(package) / "weights.json").read_text("utf-8"))
    return found
