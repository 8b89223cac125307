"""Estimates the confidence of an answer after its plan was executed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.candidates import Candidate
from kgqa_neo4j.plans.confidence.calibration import estimate
from kgqa_neo4j.plans.confidence.signals import Outcome, Signals, read_signals
from kgqa_neo4j.plans.confidence.unsupported_plans import unsupported_plans
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scorer, Scores


def judge(
    asked: MaskedQuestion,
    linking: Linking,
    scorer: Scorer,
    schema: Schema,
    found: Sequence[Candidate],
    scores: Scores,
    outcome: Outcome,
) -> tuple[float, Signals]:
    """Return the probability that the answer of a candidate is right, with the signals it is based on.

    Args:
        asked: the question as it was scored.
        linking: how its topics were found.
        scorer, schema: those that scored the candidates.
        found, scores: all candidates and their scores.
        outcome: which of them gave the answer, and how its execution went.

    Raises:
        DatabaseError: the schema cannot be looked up.
    """
    there = {chain.path for one in found for chain in one.plan.chains}
    hops = max(map(len, there), default=1)
    topics = [topic.id for topic in asked.topics]
    plans, shares = unsupported_plans(schema, topics, scorer.step_prior(asked), there, hops)
    lacking = Scores(np.zeros(0, np.float32))
    if plans:
        scored = scorer.score(asked, plans, schema)
        values = scored.values + np.array(shares, np.float32)
        lacking = replace(scored, values=values, before=_shared(scored.before, shares))
    signals = read_signals(linking, scores, lacking, outcome)
    return estimate(signals), signals


def _shared(scored: Scores | None, shares: Sequence[float]) -> Scores | None:
    """Return the scores of plans that the topic lacks, reduced by how few similar entities have them (log shares)."""
    return scored and replace(scored, values=scored.values + np.array(shares, np.float32))
