"""Whether the topic of a question may be an answer to it: "the versions of Alpha's versions" may be Alpha."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgqa_neo4j.plans.execution import Result
from kgqa_neo4j.plans.plan import Plan
from kgqa_neo4j.plans.ranking.scorer import REVISIT_COST
from kgqa_neo4j.plans.schema import RelationFacts
from kgqa_neo4j.plans.scoring import Scores
from kgqa_neo4j.question.wording import says_mutual
from kgqa_neo4j.question.wording import words as split_words

# Minimum number of steps; shorter plans that lead back to their topic are candidates of their own.
_RETURNS_UNSEEN = 3


def may_return(
    result: Result, scores: Scores, order: Sequence[int], relations: Mapping[str, RelationFacts]
) -> bool:
    """Whether to execute the best plan with its topic as a possible answer.

    True if it leads to nothing else and no other plan fits as well, or if it repeats a step in one direction; a friend
    of a friend is somebody else.

    Args:
        result: of the best plan, without its topic.
        scores: of all plans.
        order: indexes of the plans, best first.
        relations: of the graph.
    """
    if result.entities:
        return _goes_on(result.plan, relations)
    best, after = (float(scores.values[place]) for place in (order[0], order[min(1, len(order) - 1)]))
    return result.plan.hops >= _RETURNS_UNSEEN and (len(order) < 2 or best - after >= REVISIT_COST)


def _goes_on(plan: Plan, relations: Mapping[str, RelationFacts]) -> bool:
    """Whether a plan only repeats the same step, by a relation that is not symmetric."""
    if not plan.simple or plan.revisited or plan.hops < 2:
        return False
    first, *others = plan.chains[0].path
    known = relations.get(first.relation)
    return (
        all(move == first for move in others) and known is not None and not says_mutual(split_words(known.name))
    )
