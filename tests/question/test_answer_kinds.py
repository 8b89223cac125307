"""Answers of a kind that the question rules out."""

import pytest

from kgqa_neo4j.question.answer_kinds import contradicts


@pytest.mark.parametrize(
    ("question", "answers", "expected"),
    [
        ("is X finished already?", ["active"], True),
        ("is X finished already?", ["no"], False),
        ("which vaccine prevents X?", ["yes"], True),
        ("who is the mayor of X?", ["868135"], True),
        ("who is the mayor of X?", ["Ada", "868135"], False),
        ("who's the mayor of X", ["2019-03-01"], True),
        ("where is X?", ["4.5"], True),
        ("what is the size of X?", ["4.5"], False),
        ("when did X start?", ["Ada"], True),
        ("when did X start?", ["spring 2019"], False),
        ("who directed X", [], False),
    ],
)
def test_an_answer_that_cannot_be_meant_is_seen(question: str, answers: list[str], expected: bool) -> None:
    assert contradicts(question, answers) is expected
