"""Questions that ask for a relation by an idiom."""

import pytest

from kgqa_neo4j.question.idioms import without_idiom

RELATIONS = {"profession", "cause of death", "employer"}


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("what does Ada's father do?", "what is the profession of Ada's father?"),
        ("What do the parents of Ada do for a living?", "what is the profession of the parents of Ada?"),
        ("how did Ada's father die?", "what is the cause of death of Ada's father?"),
        ("how Ada 's father died ?", "what is the cause of death of Ada 's father ?"),
        ("what did Ada's mother die of?", "what is the cause of death of Ada's mother?"),
        ("where do Ada's sisters work?", "what is the employer of Ada's sisters?"),
        # Of one alone.
        ("what does Ada do?", "what does Ada do?"),
        ("how did the Bank of England die?", "how did the Bank of England die?"),
        ("what did the woman who is Ada's mother do?", "what did the woman who is Ada's mother do?"),
    ],
)
def test_an_idiom_is_said_by_the_name_of_the_relation(question: str, asked: str) -> None:
    assert without_idiom(question, RELATIONS.__contains__) == asked


def test_an_idiom_stays_where_the_graph_has_no_such_relation() -> None:
    assert (
        without_idiom("what does Ada's father do?", {"employer"}.__contains__) == "what does Ada's father do?"
    )
