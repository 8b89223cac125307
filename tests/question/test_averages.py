"""Comparisons with an average, with a number for it."""

import pytest

from kgqa_neo4j.question.averages import with_average


@pytest.mark.parametrize(
    ("question", "reworded"),
    [
        ("which products cost more than average?", "which products cost more than 7?"),
        ("can we make those with a price above the average?", "can we make those with a price above 7?"),
        ("7 films with a rating above average", "7 films with a rating above 8"),
        ("customers with more than the average number of orders", "customers with more than 7 orders"),
        ("employees with an above-average salary", "employees with a salary above 7"),
    ],
)
def test_a_number_that_is_not_in_the_question_stands_for_the_average(question: str, reworded: str) -> None:
    assert reworded in [text for text, _ in with_average(question)]


def test_an_average_of_each_group_or_asked_for_is_left() -> None:
    for question in ("more than the average in their category", "the average price per category"):
        assert not list(with_average(question))
