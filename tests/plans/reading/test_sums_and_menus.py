"""Sums and first places by what is counted, amounts of which there are none, and idle phrases, on graphs of triples."""

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from tests.plans.reading.graphs import graph_fixture, names

courts = graph_fixture("courts")


recipes = graph_fixture("recipes")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "top three law firms by number of partners",
            ["Marchetti & Dove", "Pemberton Rhys", "Sterling Okafor LLP"],
        ),
        # Whoever studied there, and not the cases that they presided over.
        (
            "Which judges studied at Halden Law School?",
            ["Beatrix Alcott", "Conrad Mbeki", "Miriam Castellan", "Yasmin Farouk"],
        ),
        ("What do the damages in all the suits filed at the Northmoor District Court add up to?", ["11140000"]),
    ],
)
def test_sums_and_first_places(courts: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(courts.ask(question)))) == expected


def test_a_right_answer_that_is_unsure_is_shown_as_withheld(courts: KnowledgeGraph) -> None:
    answer = courts.ask("When did Leopold Vance become a judge?")
    assert answer.status is Status.WITHHELD
    assert [candidate.name for candidate in answer.candidates] == ["2003-10-05"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # Some have zero of them.
        ("how many restaurants don't have a single michelin star", ["3"]),
        ("who is the author of the book that has the Swordfish Involtini recipe", ["Marta Olivieri"]),
    ],
)
def test_what_is_on_the_menu(recipes: KnowledgeGraph, question: str, expected: list[str]) -> None:
    answer = recipes.ask(question, settings={"ask.min_confidence": 0.3})
    assert sorted(map(str, names(answer))) == expected


def test_that_there_is_something_does_not_answer_which(recipes: KnowledgeGraph) -> None:
    answer = recipes.ask("Which cuisines are represented on the menu at Ember & Rye?")
    assert not {"Charred Leek Romesco", "Grasshopper Tostada"} & set(map(str, names(answer)))
