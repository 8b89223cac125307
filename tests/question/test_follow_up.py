"""Follow-up questions, read without a graph."""

import pytest

from kgqa_neo4j.question.follow_up import about, left_out, pointing, resolved


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("and in Sales?", "Sales"),
        ("and Support?", "Support"),
        ("what about Blue Harvest?", "Blue Harvest"),
        ("how about the one in Oslo", "Oslo"),
        ("and for Ada Lovelace ?", "Ada Lovelace"),
        ("and who leads Support?", ""),
        ("who leads Support?", ""),
        ("Andorra?", ""),
        ("and when was it built?", ""),
    ],
)
def test_an_ellipsis_is_the_name_that_is_left(text: str, name: str) -> None:
    assert left_out(text) == name


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("who directed it?", "thing"),
        ("when was he born?", "person"),
        ("what is her job?", "person"),
        ("who works there?", "thing"),
        ("are there any films by Ada?", ""),
        ("who leads Sales?", ""),
    ],
)
def test_a_pronoun_points_back(text: str, points: str) -> None:
    assert pointing(text) == points


def test_a_pronoun_gives_way_to_the_name() -> None:
    assert resolved("who directed it?", "Kismet") == "who directed [Kismet]?"
    assert resolved("what are its genres?", "Kismet") == "what are [Kismet]'s genres?"


def test_a_question_is_asked_about_another_entity() -> None:
    assert about("who leads [Sales]?", "Sales", "Support") == "who leads [Support]?"
    assert about("who leads sales?", "Sales", "Support") == "who leads [Support]?"
    assert about("who leads Salesforce?", "Sales", "Support") == ""
