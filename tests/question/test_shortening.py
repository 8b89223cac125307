"""Identifiers that leave letters of words out."""

import pytest

from kgqa_neo4j.question.opposites import opposites
from kgqa_neo4j.question.participles import participle
from kgqa_neo4j.question.shortening import are_terse, expansions, shortens


@pytest.mark.parametrize(
    ("short", "word"),
    [("cpn", "coupon"), ("rtg", "rating"), ("shp", "shipment"), ("prod", "products"), ("vrfd", "verified")],
)
def test_a_word_is_shortened(short: str, word: str) -> None:
    assert shortens(short, word)


@pytest.mark.parametrize(
    ("short", "word"),
    [
        ("cpn", "company"),
        ("stk", "sticks"),
        ("prod", "prods"),
        ("pct", "products"),
        ("no", "note"),
        ("part", "parrot"),
    ],
)
def test_other_words_are_not(short: str, word: str) -> None:
    assert not shortens(short, word)


def test_identifiers_are_short_throughout_or_not() -> None:
    assert are_terse(["cust", "nm", "ord", "tot", "code", "name"])
    assert not are_terse(["customer", "name", "order", "total", "km", "code"])


def test_a_short_form_stands_for_known_words_unless_too_many() -> None:
    assert expansions("cpn", ["coupon", "captain", "campaign"]) == ("coupon",)
    assert expansions("disc", ["discount", "discover", "discipline", "discuss"]) == ()


def test_words_say_the_opposite_or_what_has_been_done() -> None:
    assert opposites("unverified") == ("verified",)
    assert "ok" in opposites("failed")
    assert opposites("verified") == ()
    assert [participle(verb) for verb in ("win", "close", "deny", "start")] == [
        "won",
        "closed",
        "denied",
        "started",
    ]
