"""When the topic of a question is an answer to it: "the versions of Alpha's versions" may be Alpha."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgqa_neo4j.plans.execution import Result
from kgqa_neo4j.plans.plan import Plan
from kgqa_neo4j.plans.ranking.scorer import REVISIT_COST
from kgqa_neo4j.plans.schema import RelationFacts
from kgqa_neo4j.plans.scoring import Scores
from kgqa_neo4j.question.wording import says_mutual
from kgqa_neo4j.question.wording import words as split_words

# Shorter plans that lead to nothing but their topic are among the candidates as such.
_RETURNS_UNSEEN = 3


def may_return(
    result: Result, scores: Scores, order: Sequence[int], relations: Mapping[str, RelationFacts]
) -> bool:
    """Return whether the best plan is to be executed with its topic as an answer.

    So it is where it leads to nothing else and no other plan fits as well, and where its steps go on and on in one
    direction; a friend of a friend is somebody else.

    Args:
        result: of the best plan, without its topic.
        scores: of all plans.
        order: the places of the plans, the best first.
        relations: of the graph.
    """
    if result.entities:
        return _goes_on(result.plan, relations)
    best, after = (float(scores.values[place]) for place in (order[0], order[min(1, len(order) - 1)]))
    return result.plan.hops >= _RETURNS_UNSEEN and (len(order) < 2 or best - after >= REVISIT_COST)


def _goes_on(plan: Plan, relations: Mapping[str, RelationFacts]) -> bool:
    """Return whether a plan takes the same step again and again, of a relation that does not hold both ways."""
    if not plan.simple or plan.revisited or plan.hops < 2:
        return False
    first, *others = plan.chains[0].path
    known = relations.get(first.relation)
    return (
        all(move == first for move in others) and known is not None and not says_mutual(split_words(known.name))
    )
