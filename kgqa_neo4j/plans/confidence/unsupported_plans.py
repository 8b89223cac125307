"""Finds plans that the topic lacks although similar entities have them: the answer may simply be missing.

If nearly every entity with actors has a director too, "who directed X" asks for a director even if X has none.
Without these plans, the next best one would look like a certain answer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise

from kgqa_neo4j.plans.candidates import Candidate, Limits, StepPrior, candidates
from kgqa_neo4j.plans.plan import Chain, Move, Path
from kgqa_neo4j.plans.schema import Around, First, RelationFacts, Schema, Second

# Minimum share of similar entities with a step for it to be expected, and maximum number of plans.
LEAST_SHARE, MOST = 0.05, 100


def expected_steps(schema: Schema, topic: str) -> dict[Move, float]:
    """Return the steps that the topic lacks, with the share of similar entities that have them, 0 to 1.

    Similar entities share a step with the topic; the step with the greatest share counts.
    """
    there = schema.around(topic)
    found: dict[Move, float] = {}
    for move in there:
        # The reverse step leads to the entities that have the step; what follows it are their other steps.
        for other, share in _shares(schema, move.back).items():
            if other not in there:
                found[other] = max(found.get(other, 0.0), share)
    return {move: share for move, share in found.items() if share >= LEAST_SHARE}


def unsupported_plans(
    schema: Schema, topics: Sequence[str], step_prior: StepPrior, there: Collection[Path], hops: int
) -> tuple[list[Candidate], list[float]]:
    """Return plans that the topics lack but similar entities have, and the logs of the shares that have them.

    Args:
        schema: of the graph.
        topics: ids of entities.
        step_prior: how well single steps fit; the best paths are extended first.
        there: the paths of the candidates that the topics have.
        hops: maximum number of steps.
    """
    plans: list[Candidate] = []
    shares: list[float] = []
    for topic in topics:
        expected = _Expected(schema, topic)
        for one in candidates(expected, [topic], step_prior, Limits(hops, MOST // len(topics), 0)):
            path = one.plan.chains[0].path
            if path not in there:
                plans.append(one)
                shares.append(math.log(expected.share(path)))
    return plans, shares


class _Expected:
    """A schema in which the neighborhood of a topic consists of the usual steps that it lacks."""

    def __init__(self, schema: Schema, topic: str) -> None:
        self._schema = schema
        self._there = schema.around(topic)
        self._expected = expected_steps(schema, topic)
        self._shares = cache(partial(_shares, schema))

    def around(self, topic: str) -> Around:
        found = {move: First(1, 1, exact=False) for move in self._expected}
        for move, first in self._there.items():
            usual = self._shares(move) if first.exact else {}
            lacking = [
                other for other, share in usual.items() if other not in first.second and share >= LEAST_SHARE
            ]
            if lacking:
                found[move] = First(1, 1, second={other: Second(1, 1) for other in lacking})
        return found

    def share(self, path: Path) -> float:
        """Return the share of similar entities that have the part of a path that the topic lacks."""
        share = self._expected.get(path[0], 1.0)
        for step, after in pairwise(path):
            share *= self._shares(step).get(after, LEAST_SHARE)
        return max(share, LEAST_SHARE)

    def following(self, move: Move) -> Mapping[Move, int]:
        return self._schema.following(move)

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        return [False] * len(pairs)

    def relations(self) -> Mapping[str, RelationFacts]:
        return self._schema.relations()


def _shares(schema: Schema, move: Move) -> dict[Move, float]:
    """Return the other steps of the entities that a step leads to, each with the share of them that has it."""
    beside = schema.following(move)
    usual = max(beside.values(), default=1)
    return {other: count / usual for other, count in beside.items()}
