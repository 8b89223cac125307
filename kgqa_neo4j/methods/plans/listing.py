"""Listing of the plans that a question may mean, on loaded and attached graphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.read_queries import features_of
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.plan import Plan
from kgqa_neo4j.plans.reading.reader import Proposal
from kgqa_neo4j.plans.text import plan_text


@dataclass(frozen=True, slots=True)
class ListedPlan:
    """A plan that a question may mean, with its score and features; on an attached graph, a query."""

    plan: Plan | Query
    score: float
    features: Mapping[str, float]

    @property
    def text(self) -> str:
        """The plan on one line."""
        return plan_text(self.plan) if isinstance(self.plan, Plan) else query_text(self.plan)


def listed_plans(
    plans: Plans, question: str, resources: Resources, topics: Sequence[str], most: int
) -> tuple[int, list[ListedPlan]]:
    """Return the number of plans that a question may mean, and the `most` best ones, best first.

    On an attached graph `topics` are ignored.

    Raises:
        NoSuchTopic, DatabaseError, ModelNotFound, ModelUnreadable: see `Plans.answer`.
    """
    if resources.attached is not None:
        read: dict[Query, Proposal] = {}
        for _, reading in plans.attached_parts(resources).reader.readings(question):
            for one in reading.proposals:
                read.setdefault(one.query, one)
        best = islice(read.values(), most)
        return len(read), [ListedPlan(one.query, one.score, features_of(one)) for one in best]
    _, found, scores = plans.considered(question, resources, topics)
    listed = (
        ListedPlan(found[place].plan, float(scores.values[place]), dict(scores.explain(place)))
        for place in scores.order()
    )
    return len(found), list(islice(listed, most))
