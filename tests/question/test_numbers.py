"""Numbers in words, and units that are converted."""

import re

import pytest

from kgqa_neo4j.question.operations.numbers import NUMBER, number_of
from kgqa_neo4j.question.units import converted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20,000", 20_000), ("three", 3), ("sixteen", 16), ("twenty-five", 25), ("forty two", 42), ("2 million", 2e6),
        ("a hundred", 100), ("two hundred and fifty", 250), ("fifty thousand", 50_000), ("1.5k", 1500),
        ("a dozen", 12), ("a couple of", 2), ("two and a half", 2.5),
    ],
)  # fmt: skip
def test_numbers_are_read_as_people_say_them(text: str, expected: float) -> None:
    assert re.fullmatch(NUMBER, text)
    assert number_of(text) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("longer than half an hour", [0.5]),
        ("over an hour", [1.0]),
        ("an hourly wage over ten", [10.0]),
        ("players of tennis", []),
        ("a film about a dog", []),
    ],
)
def test_an_article_is_a_number_before_units_alone(question: str, expected: list[float]) -> None:
    assert [number_of(match[0]) for match in re.finditer(rf"\b{NUMBER}", question)] == expected


def test_only_units_of_one_quantity_are_converted() -> None:
    assert converted(2, "hours", "minutes") == pytest.approx(120)
    assert converted(1000, "feet", "m") == pytest.approx(304.8)
    assert converted(2, "hours", "metres") is None
    assert converted(20, "euros", "EUR") == 20
