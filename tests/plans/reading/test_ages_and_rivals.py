"""Ages as dates of birth, two numbers of one thing compared, and what has to be counted or ranked and is not."""

from datetime import date

import pytest

from benchmarks.natural import FILES
from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.question.ages import as_birthdays, tells_age, tells_birth
from tests.answers import age
from tests.plans.reading.graphs import graph_fixture, names

football = graph_fixture("football")

_TODAY = date(2026, 2, 28)


@pytest.mark.parametrize(
    ("question", "dates", "years"),
    [
        ("who is older than 35?", "who is born before 1991-02-28?", "who is born before 1991?"),
        ("players younger than twenty", "players born after 2006-02-28", "players born after 2006"),
        ("people over 60 years old", "people born before 1966-02-28", "people born before 1966"),
        ("guests under the age of 18", "guests born after 2008-02-28", "guests born after 2008"),
        ("wines older than the Merlot", "wines older than the Merlot", "wines older than the Merlot"),
        ("flats over 60 square metres", "flats over 60 square metres", "flats over 60 square metres"),
    ],
)
def test_ages_are_read_as_days_or_years_of_birth(question: str, dates: str, years: str) -> None:
    assert as_birthdays(question, _TODAY, years=False) == dates
    assert as_birthdays(question, _TODAY, years=True) == years


def test_a_leap_day_is_the_day_before_in_other_years() -> None:
    assert as_birthdays("older than 1", date(2024, 2, 29), years=False) == "born before 2023-02-28"


def test_an_age_that_is_kept_needs_no_date_of_birth() -> None:
    assert tells_birth("DOB") and tells_birth("dateOfBirth") and not tells_birth("birch")
    assert tells_age(["name", "ageYears"]) and not tells_age(["averagePrice"])


def test_persons_are_held_to_an_age_by_their_dates_of_birth(football: KnowledgeGraph) -> None:
    rows = (line.split("\t") for line in FILES["football"].read_text("utf-8").splitlines())
    born = [date.fromisoformat(row[2]) for row in rows if row[1] == "DOB"]
    before = date.fromisoformat(as_birthdays("older than 30", date.today(), years=False).split()[-1])
    assert names(football.ask("how many players are older than 30?")) == [
        str(sum(one < before for one in born))
    ]


def test_two_numbers_of_one_thing_are_compared(football: KnowledgeGraph) -> None:
    told = names(football.ask("which players scored more goals than they got yellow cards?"))
    kept: dict[str, dict[str, int]] = {}
    for line in FILES["football"].read_text("utf-8").splitlines():
        subject, relation, value = line.split("\t")
        if relation in ("goals_scored", "yellow_crds"):
            kept.setdefault(subject, {})[relation] = int(value)
    assert sorted(map(str, told)) == sorted(
        name for name, one in kept.items() if one["goals_scored"] > one["yellow_crds"]
    )


@pytest.mark.parametrize(
    "question", ["which clubs have more than 3 defenders?", "list the top 5 scorers with their clubs"]
)
def test_what_is_neither_counted_nor_ranked_is_not_answered(football: KnowledgeGraph, question: str) -> None:
    assert not names(football.ask(question))


def test_ages_are_those_of_today(football: KnowledgeGraph) -> None:
    rows = (line.split("\t") for line in FILES["football"].read_text("utf-8").splitlines())
    ages = {row[0]: age(row[2]) for row in rows if row[1] == "DOB"}
    assert names(football.ask("How old is Bram Visser?")) == [str(ages["Bram Visser"])]
    assert names(football.ask("how old is the oldest player?")) == [str(max(ages.values()))]
    assert names(football.ask("what is the average age of players?")) == [
        f"{round(sum(ages.values()) / len(ages), 2):g}"
    ]
    assert not names(football.ask("how old are the players of Ashford?"))
