"""How people ask for ages."""

from datetime import date

import pytest

from kgqa_neo4j.question.ages import AgesAsked, ages_asked, as_birthdays, names_age


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("How old is Tom Hanks?", AgesAsked("Tom Hanks")),
        ("what is Tom Hanks' age", AgesAsked("Tom Hanks")),
        ("What's the average age of patients in Leeds?", AgesAsked("patients in Leeds", "average")),
        ("how old are nurses on average", AgesAsked("nurses", "average")),
        ("what is the average patient age?", AgesAsked("patient", "average")),
        ("how old is the oldest nurse here?", AgesAsked("nurse here", "maximum")),
        ("average age", AgesAsked("", "average")),
        ("how old was Bach when he died?", AgesAsked("Bach", died=True)),
        ("at what age did Bach die?", AgesAsked("Bach", died=True)),
        ("average age at death of composers", AgesAsked("composers", "average", died=True)),
    ],
)
def test_whose_age_is_asked_for(question: str, asked: AgesAsked) -> None:
    assert ages_asked(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "average age per city",
        "how old was Ada when she won?",
        "who is older than 30?",
        "what is the age rating of Heat?",
        "is Ada as old as Ben?",
    ],
)
def test_other_questions_ask_for_none(question: str) -> None:
    assert ages_asked(question) is None


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("which people are under 40?", "which people are born after 1986-11-28?"),
        ("patients aged over 65 with diabetes", "patients born before 1961-11-28 with diabetes"),
        ("who is older than 50?", "who is born before 1976-11-28?"),
    ],
)
def test_persons_are_held_to_an_age_by_their_days_of_birth(question: str, asked: str) -> None:
    assert names_age(question)
    assert as_birthdays(question, date(2026, 11, 28), years=False) == asked


@pytest.mark.parametrize("question", ["products under 40", "who earns over 50", "customers over 500"])
def test_other_numbers_are_no_ages(question: str) -> None:
    assert not names_age(question)
