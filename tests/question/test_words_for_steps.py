"""Units, and words that stand for several steps."""

import pytest

from kgqa_neo4j.question.kinship import relatives, role_of, sex_of, shared_by
from kgqa_neo4j.question.units import factor


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("mother", (("parent",), "female")),
        ("grandchildren", (("child", "child"), "")),
        ("great-grandfather", (("parent", "parent", "parent"), "male")),
        ("uncles", (("parent", "sibling"), "male")),
        ("mother-in-law", (("spouse", "parent"), "female")),
        ("grandwife", None),
        ("table", None),
    ],
)
def test_relatives_are_made_of_steps(word: str, expected: object) -> None:
    assert relatives(word) == expected


def test_relations_lead_to_roles_by_their_names() -> None:
    names = ("CHILD_OF", "childOf", "hasMother", "hasSire", "parent-of", "Spouse", "works at")
    roles = ["parent", "parent", "parent", "parent", "child", "spouse", None]
    assert [role_of(name) for name in names] == roles
    assert [sex_of(name) for name in names[:4]] == ["", "", "female", "male"]


def test_those_who_share_something_are_named_by_it() -> None:
    assert "team" in shared_by("teammates") and "department" in shared_by("colleagues")
    assert shared_by("friends") == ()


@pytest.mark.parametrize(
    ("unit", "name", "expected"),
    [
        ("metres", ["height", "cm"], 100.0),
        ("kg", ["weight", "g"], 1000.0),
        ("cm", ["height", "cm"], 1.0),
        ("euros", ["budget", "eur"], 1.0),
        ("meters", ["height", "cm"], 100.0),
    ],
)
def test_numbers_are_compared_in_the_unit_of_the_relation(unit: str, name: list[str], expected: float) -> None:
    assert factor(unit, name) == pytest.approx(expected)
