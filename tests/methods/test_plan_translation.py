"""Which forms of enumerated queries are plans."""

import pytest

from kgqa_neo4j.methods.query.plan_translation import plan_of
from kgqa_neo4j.methods.query.qualifier_queries import Qualifier
from kgqa_neo4j.methods.query.query_templates import QueryTemplate
from kgqa_neo4j.plans.plan import Chain, Move
from kgqa_neo4j.plans.text import plan_text
from kgqa_neo4j.question.times import read_times

ONE = (Chain("a", (Move("held"),)),)
TWO = (Chain("a", (Move("held"), Move("at", False))),)
BOTH = (*ONE, Chain("b", (Move("held"),)))
BORN = Move("born")
ROLE = Qualifier("a", ONE[0].path[0], "role", value="b")
NAMES = {"a": "Ada", "b": "Keeper"}


@pytest.mark.parametrize(
    ("question", "form", "plan"),
    [
        ("what did it hold?", QueryTemplate(TWO), "[a] -held-> <-`at`-"),
        ("how many did it hold?", QueryTemplate(BOTH), "count [a] -held-> & [b] -held->"),
        ("what did it hold in May 1990?", QueryTemplate(ONE), "[a] -held{at 1990-05}->"),
        ("what did it hold in the 1990s?", QueryTemplate(ONE), ""),
        ("what did it hold before 1990?", QueryTemplate(ONE), ""),
        ("what did it hold in 1990?", QueryTemplate(TWO), ""),
        ("what did it hold in 1990?", QueryTemplate(ONE, plain=True), "[a] -held->"),
        (
            "what did it hold before 1990?",
            QueryTemplate(ONE, dated_by=BORN),
            "[a] -held-> where -born-> < 1990",
        ),
        ("what did it hold after May 1990?", QueryTemplate(ONE, dated_by=BORN), ""),
        (
            "what was the second thing it held?",
            QueryTemplate(TWO, dated_by=BORN),
            "[a] -held-> <-`at`- min 2 by -born->",
        ),
        ("when was the last one?", QueryTemplate(ONE, times=True), "[a] -held-> max"),
        ("when was the last one?", QueryTemplate(ONE), ""),
        ("when did it hold it?", QueryTemplate(ONE, to="b"), ""),
        ("what did it hold?", QueryTemplate(ONE, qualifier=ROLE), '[a] -held{role = "Keeper"}-> where != [b]'),
        ("what did it hold?", QueryTemplate((Chain("a", (BORN,) * 5),)), ""),
    ],
)
def test_a_form_is_a_plan_where_plans_can_say_the_same(question: str, form: QueryTemplate, plan: str) -> None:
    found = plan_of(form, read_times(question), NAMES)
    assert (plan_text(found) if found else "") == plan
