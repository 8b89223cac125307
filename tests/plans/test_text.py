import pytest

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.compiling import check
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Condition, Extreme, FactCondition, Move, Plan, chain_plan
from kgqa_neo4j.plans.plan_json import plan_from_json, plan_to_json
from kgqa_neo4j.plans.text import parse_path, parse_plan, path_text, plan_text

OUT, IN = Move("directed_by"), Move("directed_by", False)

PLANS = [
    chain_plan("metaqa:Kismet", OUT),
    chain_plan("metaqa:[REC] \\ \"x\" 'y'", OUT, IN),
    chain_plan("fb:m.0", Move("/people/person/spouse_s"), Move("has space", False), Move("`tick`")),
    chain_plan("x:1", Move("at"), Move("count", False), Move("a-b"), Move("naïve")),
    Plan((Chain("a", (OUT,)), Chain("b", (IN, OUT)))),
    Plan((Chain("a"), Chain("b")), either=True, extreme=Extreme(True, (OUT, IN))),
    Plan((Chain("a", (OUT,)),), extreme=Extreme(False, qualifier="start_time"), form=AnswerForm.EXISTS),
    Plan((Chain("a", (OUT,)),), extreme=Extreme(False), revisited=True),
    Plan((Chain("a", (OUT,)),), extreme=Extreme(True, (IN,), place=2)),
    Plan((Chain("a", (OUT,)),), extreme=Extreme(False, qualifier="time", place=2, many=3)),
    Plan(
        (
            Chain(
                "a",
                (OUT, IN),
                (
                    FactCondition(0, "start_time", Comparison.AT_LEAST, Time(1990, 2, precision="month")),
                    FactCondition(1, "", Comparison.AT, Time(2001, 12, 31)),
                    FactCondition(1, "odd name", Comparison.UNEQUAL, -3),
                ),
            ),
        ),
        conditions=(
            Condition(label="Film"),
            Condition((OUT,), Comparison.LESS, 3.5),
            Condition((), Comparison.EQUAL, 'say "x" \\'),
            Condition((IN,), Comparison.UNEQUAL, entity="wd:Q5"),
        ),
        form=AnswerForm.COUNT,
    ),
]


@pytest.mark.parametrize("plan", PLANS, ids=plan_text)
def test_a_plan_is_read_back_from_its_line_and_from_json(plan: Plan) -> None:
    assert parse_plan(plan_text(plan)) == plan
    assert plan_from_json(plan_to_json(plan)) == plan
    check(plan)


def test_the_line_is_readable() -> None:
    assert plan_text(PLANS[0]) == "[metaqa:Kismet] -directed_by->"
    assert plan_text(PLANS[4]) == "[a] -directed_by-> & [b] <-directed_by- -directed_by->"


def test_a_path_is_read_back_without_its_topic() -> None:
    assert parse_path(path_text((OUT, IN))) == (OUT, IN)
    assert parse_path("") == ()


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 1),
        ("[a", 1),
        ("[a] -b", 7),
        ("[a] -b-> | [c] & [d]", 16),
        ("[a] DROP DATABASE", 5),
        ("[a] where -b-> >= ", 18),
    ],
)
def test_what_is_no_plan_is_refused_with_the_place(line: str, column: int) -> None:
    with pytest.raises(InputError, match=f"column {column}\\b"):
        parse_plan(line)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("Dune -b->", "start with a topic in brackets"),
        ("[Dune -b->", "write the topic in brackets"),
        ("[a] -b-> & -c->", "start with a topic in brackets"),
        ("[a] [b]", "join chains with &"),
        ("[a] -directed by->", "backticks"),
        ("[a] -b-> > 2000", "start a condition with `where`"),
        ("[a] <-b->", "-relation-> along its direction"),
        ("[a] -b-> max by", "docs/plans.md"),
    ],
)
def test_a_plan_that_cannot_be_read_is_told_with_what_is_likely_meant(line: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        parse_plan(line)
    assert hint in error.value.hint


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("[a] -r-> -r-> -r-> -r-> -r->", "5 steps"),
        ('[a] where = "x" and > "x"', "text cannot be compared with >"),
        ("[a] where < [b]", "entities cannot be compared with <"),
        ("[a] where = 10000-01-01", "year 10000"),
    ],
)
def test_what_cannot_be_executed_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        check(parse_plan(line))
