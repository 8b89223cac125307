"""Numbers of each thing in an order that few words tell."""

import pytest

from kgqa_neo4j.question.sorted_numbers import as_sorted_numbers

DOWN = "number of films per director sorted by number of films descending"
UP = "number of films per director sorted by number of films ascending"


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("films per director, most first", DOWN),
        ("number of films per director, descending", DOWN),
        ("number of films per director sorted by number, highest first", DOWN),
        ("the number of films per director in descending order", DOWN),
        ("films per director from most to fewest?", f"{DOWN}?"),
        ("films per director, fewest first", UP),
        ("Show me films per director, ordered by count ascending", f"Show me {UP}"),
    ],
)
def test_an_order_is_told_in_full(question: str, plain: str) -> None:
    assert as_sorted_numbers(question) == plain


@pytest.mark.parametrize(
    "question",
    [
        "films per director",
        "the towns, largest first",
        "films by Ann Lee, most first",
        "which films per director?",
    ],
)
def test_other_questions_stay_as_they_are(question: str) -> None:
    assert as_sorted_numbers(question) == question
