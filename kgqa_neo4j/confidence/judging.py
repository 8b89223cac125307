"""How sure an answer is, from all that is known when its plan was executed."""

from __future__ import annotations

import math

from kgqa_neo4j.confidence.absent import absent_plans
from kgqa_neo4j.confidence.calibration import estimate
from kgqa_neo4j.confidence.signals import Signals, read_signals
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import Asked, Scorer, Scores


def judge(
    asked: Asked,
    linking: Linking,
    scorer: Scorer,
    schema: Schema,
    scores: Scores,
    place: int,
    *,
    rank: int,
    cut: bool,
) -> tuple[float, Signals]:
    """Return the probability that the answer of a candidate is right, and what that was read from.

    Args:
        asked: the question as it was scored.
        linking: how its topics were found.
        scorer, schema: what scored the candidates.
        scores: of all candidates.
        place: the candidate that was answered with.
        rank: how many better candidates led to nothing.
        cut: whether its execution stopped at a bound.

    Raises:
        DatabaseError: the schema cannot be looked up.
    """
    lacking, shares = absent_plans(schema, [topic.id for topic in asked.topics])
    absent: list[float] = []
    if lacking:
        values = scorer.score(asked, lacking, schema).values
        absent = [float(value) + math.log(share) for value, share in zip(values, shares, strict=True)]
    signals = read_signals(linking, scores, place, absent, rank=rank, cut=cut)
    return estimate(signals), signals
