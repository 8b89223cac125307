"""Numbers of what things have, said before them."""

import pytest

from kgqa_neo4j.question.counted_nouns import with_numbers

PARTS = {"bedroom": "bedrooms", "floor": "floors"}


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("two-bedroom flats with a balcony", "flats with 2 bedrooms with a balcony"),
        ("which 3 bedroom units are free?", "which units with 3 bedrooms are free?"),
        ("which two floor plans are there", "which plans with 2 floors are there"),
        # A number of things, and one of no part of theirs.
        ("list two bedrooms", "list two bedrooms"),
        ("the two cheapest flats", "the two cheapest flats"),
        ("a two hour delay", "a two hour delay"),
    ],
)
def test_the_number_is_said_of_what_things_have(question: str, asked: str) -> None:
    assert with_numbers(question, PARTS) == asked
