"""What lies in what, what something can hold, who is alive, and what "or" denies, on graphs of triples."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import graph_fixture, names

concerts = graph_fixture("philharmonic")


wines = graph_fixture("vineyards")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # What lies in a city lies in its country.
        ("Is the Lindemar Kurhaus in Velmark?", ["yes"]),
        ("Is the Lindemar Kurhaus in Ostraya?", ["no"]),
        # Held by no relation called "held at".
        ("How many people can Teatro Bellamar hold?", ["2210"]),
        ("total number of seats across all the concert halls in Carinda", ["7665"]),
        ("total number of concert halls in Carinda", ["4"]),
        # The soloist alone says less than the question does.
        ("Who was the teacher of the soloist at the Young Cellists Evening?", ["Oskar Lindvall"]),
        # A first performance is no first of many.
        ("In which city did the Lemon Harvest Symphony get its first performance?", ["Port Amaro"]),
        ("Which composers are still alive?", ["Ansel Thorvik", "Mireille Dacosta", "Sigrid Aune"]),
        ("Is Emil Fastberg still alive?", ["no"]),
        ("Is Emil Fastberg not alive any more?", ["yes"]),
    ],
)
def test_places_capacities_and_lives(concerts: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(concerts.ask(question)))) == expected


def test_a_verb_behind_each_is_no_part_of_its_noun(concerts: KnowledgeGraph) -> None:
    rows = concerts.ask("How many concerts has each orchestra given?").rows
    assert ("Calderra Symphony", "4") in [tuple(cell.name for cell in row) for row in rows]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much does a bottle of Aurine Noire cost?", ["52 EUR"]),
        ("How many wines are there from the 2022 vintage?", ["7"]),
        ("How many of the wines have at least one gold medal?", ["13"]),
    ],
)
def test_prices_years_and_medals(wines: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert list(map(str, names(wines.ask(question)))) == expected


def test_what_is_denied_of_one_of_two_is_denied_of_the_other(wines: KnowledgeGraph) -> None:
    without = set(map(str, names(wines.ask("Which wines have never won a gold or a silver?"))))
    medals = ("Which wines have won a gold?", "Which wines have won a silver?")
    assert len(without) == 14
    assert all(without.isdisjoint(map(str, names(wines.ask(medal)))) for medal in medals)


def test_groups_may_lie_two_steps_away(wines: KnowledgeGraph) -> None:
    rows = wines.ask("number of wineries in each country").rows
    assert sorted(tuple(cell.name for cell in row) for row in rows) == [
        ("France", "4"), ("Germany", "3"), ("Italy", "3"), ("Portugal", "2"), ("Spain", "2"),
    ]  # fmt: skip
