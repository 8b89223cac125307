"""Plans that entities like the topic have, and the topic has not: what is asked for may simply be missing.

If nearly every entity with actors has a director too, "who directed X" is about a director also where X
has none. Without these plans the next best one would look like a sure answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.plans.candidates import Candidate
from kgqa_neo4j.plans.plan import Move, Path, chain_plan
from kgqa_neo4j.plans.schema import Schema

# Least share of like entities that have a step for it to be expected, and plans that are looked at.
LEAST_SHARE, MOST = 0.05, 60


def expected_steps(schema: Schema, topic: str) -> dict[Move, float]:
    """Return the steps that the topic lacks, with the share of entities like it that have them, 0 to 1.

    Like it are those that share a step with it; of its steps the one with the greatest share counts.
    """
    there = schema.around(topic)
    found: dict[Move, float] = {}
    for move in there:
        # Who arrives against a step stands at an entity that has it; what follows is what else it has.
        beside = schema.following(move.back)
        usual = max(beside.values(), default=0)
        for other, count in beside.items():
            if other not in there and usual:
                found[other] = max(found.get(other, 0.0), count / usual)
    return {move: share for move, share in found.items() if share >= LEAST_SHARE}


def absent_plans(schema: Schema, topics: Sequence[str]) -> tuple[list[Candidate], list[float]]:
    """Return plans that begin with expected steps, and those steps' shares; the likeliest first."""
    found: list[tuple[float, str, Path]] = []
    for topic in topics:
        for move, share in expected_steps(schema, topic).items():
            found.append((share, topic, (move,)))
            found += [(share, topic, (move, onward)) for onward in schema.following(move)]
    found.sort(key=lambda item: (len(item[2]), -item[0], item[1], item[2]))
    chosen = found[:MOST]
    return (
        [Candidate(chain_plan(topic, *path), 1.0, False) for _, topic, path in chosen],
        [share for share, _, _ in chosen],
    )
