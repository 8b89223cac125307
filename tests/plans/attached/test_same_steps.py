"""Branches that speak of the same relationships."""

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.attached.same_steps import as_one_step
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, ValueTest
from kgqa_neo4j.plans.plan import Move

_PATH = (Move("PRESENTED_AT", True),)


def held(name: str, value: str) -> FactTest:
    return FactTest(name, ValueTest(Comparison.EQUAL, value))


def test_what_two_branches_say_of_one_step_is_said_of_one_relationship() -> None:
    kind, room = held("kind", "talk"), held("room", "B2")
    both = as_one_step([Branch(_PATH, facts=(kind,)), Branch(_PATH, facts=(room,))])
    assert both == (Branch(_PATH, facts=(room, kind)),)


def test_what_is_said_of_a_step_goes_to_the_branch_that_leads_somewhere() -> None:
    kind, there = held("kind", "talk"), Pattern(entities=("LingTech",))
    assert as_one_step([Branch(_PATH, facts=(kind,)), Branch(_PATH, there)]) == (
        Branch(_PATH, there, facts=(kind,)),
    )


def test_other_steps_stay_as_they_are() -> None:
    branches = (Branch(_PATH, facts=(held("kind", "talk"),)), Branch((Move("WROTE", True),)))
    assert as_one_step(branches) == branches
