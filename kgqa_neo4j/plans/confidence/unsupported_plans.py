"""Plans that entities like the topic have, and the topic has not: what is asked for may simply be missing.

If nearly every entity with actors has a director too, "who directed X" is about a director also where X
has none. Without these plans the next best one would look like a sure answer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise

from kgqa_neo4j.plans.candidates import Candidate, Limits, StepPrior, candidates
from kgqa_neo4j.plans.plan import Chain, Move, Path
from kgqa_neo4j.plans.schema import Around, First, RelationFacts, Schema, Second

# Least share of like entities that have a step for it to be expected, and plans that are looked at.
LEAST_SHARE, MOST = 0.05, 100


def expected_steps(schema: Schema, topic: str) -> dict[Move, float]:
    """Return the steps that the topic lacks, with the share of entities like it that have them, 0 to 1.

    Like it are those that share a step with it; of its steps the one with the greatest share counts.
    """
    there = schema.around(topic)
    found: dict[Move, float] = {}
    for move in there:
        # Who arrives against a step stands at an entity that has it; what follows is what else it has.
        for other, share in _shares(schema, move.back).items():
            if other not in there:
                found[other] = max(found.get(other, 0.0), share)
    return {move: share for move, share in found.items() if share >= LEAST_SHARE}


def unsupported_plans(
    schema: Schema, topics: Sequence[str], step_prior: StepPrior, there: Collection[Path], hops: int
) -> tuple[list[Candidate], list[float]]:
    """Return plans that the topics lack and entities like them have, and the log of the share that has them.

    Args:
        schema: the graph.
        topics: ids of entities.
        step prior: how well single steps fit; the best are grown first.
        there: the paths that are possible plans as it is.
        hops: steps of a plan, at most.
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
    """The surroundings of a topic as they would be if it lacked nothing that is usual: only what it lacks."""

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
        """Return which share of entities like the topic have a path, as far as the topic lacks it."""
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
    """Return which share of the entities that a step leads to have each other step."""
    beside = schema.following(move)
    usual = max(beside.values(), default=1)
    return {other: count / usual for other, count in beside.items()}
