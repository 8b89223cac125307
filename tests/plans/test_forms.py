import pytest

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.aggregation import aggregation_plans, asked_time, asks_count
from kgqa_neo4j.plans.plan import Move, chain_plan
from kgqa_neo4j.plans.text import parse_plan, plan_text
from kgqa_neo4j.question.answer_kinds import asks_whether
from tests.plans.conftest import Planned

PLAN = chain_plan("Land", Move("head"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many films did X direct", True),
        ("what is the number of heads of X", True),
        ("which films have many heads", False),
    ],
)
def test_questions_for_a_number_are_told(question: str, expected: bool) -> None:
    assert asks_count(question) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("is X the head of X?", True),
        ("Did X direct X", True),
        ("is X or X older", False),
        ("who is X", False),
        ("island of X", False),
    ],
)
def test_questions_for_yes_or_no_are_told(question: str, expected: bool) -> None:
    assert asks_whether(question) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who headed X in 1996?", (Comparison.AT, Time(1996, precision="year"))),
        ("who headed X in the year 1996?", (Comparison.AT, Time(1996, precision="year"))),
        ("who headed X on May 5, 1996?", (Comparison.AT, Time(1996, 5, 5))),
        ("who headed X on 5 may 1996?", (Comparison.AT, Time(1996, 5, 5))),
        ("who headed X in March 1996?", (Comparison.AT, Time(1996, 3, precision="month"))),
        ("prior to 2001, who headed X", (Comparison.LESS, Time(2001, precision="year"))),
        ("who headed X since 1996-05-01", (Comparison.AT_LEAST, Time(1996, 5, 1))),
        ("who headed X on February 31, 1996", None),
        ("who headed X", None),
        ("what did X write in 19962", None),
    ],
)
def test_dates_are_read(question: str, expected: tuple[Comparison, Time] | None) -> None:
    assert asked_time(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who headed X in 1996", ["Bert"]),
        ("who headed X before 1994", ["Anna"]),
        ("who headed X after 2002", ["Carl"]),
        ("who was the last to head X", ["Carl"]),
        ("who was the first to head X after 1993", ["Bert"]),
    ],
)
def test_words_of_time_choose_among_facts(offices: Planned, question: str, expected: list[str]) -> None:
    plans = aggregation_plans(question, PLAN, ["Land"])
    found = next(names for plan in plans if (names := offices.names(plan_text(plan))))
    assert found == expected


def test_whether_is_asked_of_what_one_topic_leads_to(offices: Planned) -> None:
    plan = next(aggregation_plans("is X the head of X?", PLAN, ["Land", "Bert"]))
    assert plan == parse_plan("exists [Land] -head-> & [Bert]")
    assert offices.names(plan_text(plan)) == ["yes"]
    assert not list(aggregation_plans("is X known?", PLAN, ["Land"]))


def test_words_that_say_nothing_of_the_kind_change_nothing() -> None:
    assert not list(aggregation_plans("who headed X", PLAN, ["Land"]))
