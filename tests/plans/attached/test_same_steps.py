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


def test_values_of_the_far_end_are_those_of_where_the_other_branch_leads() -> None:
    stage = Branch((Move(".stage", True),), Pattern(tests=(ValueTest(Comparison.EQUAL, "Final"),)))
    cup = Branch((Move("IN_CUP", True),), Pattern(label="Cup"))
    joined = as_one_step([Branch(_PATH, Pattern(branches=(cup,))), Branch(_PATH, Pattern(branches=(stage,)))])
    assert joined == (Branch(_PATH, Pattern(branches=(cup, stage))),)


def test_two_ends_that_are_told_apart_by_values_stay_two() -> None:
    code = Branch((Move(".code", True),), Pattern(tests=(ValueTest(Comparison.EQUAL, "USA"),)))
    name = Branch((Move(".name", True),), Pattern(tests=(ValueTest(Comparison.EQUAL, "Sweden"),)))
    branches = (Branch(_PATH, Pattern(branches=(code,))), Branch(_PATH, Pattern(branches=(name,))))
    assert as_one_step(branches) == branches


def test_other_steps_stay_as_they_are() -> None:
    branches = (Branch(_PATH, facts=(held("kind", "talk"),)), Branch((Move("WROTE", True),)))
    assert as_one_step(branches) == branches
