"""Classes of several words, what is denied of a class, lists of columns, numbers of which a name says the magnitude."""

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from tests.plans.reading.graphs import graph_fixture, names

graph = graph_fixture("startup")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # `FundingRound`.
        ("how many funding rounds are there?", ["25"]),
        ("how many rounds has Cargonaut raised?", ["3"]),
        ("Which startups never raised a round?", ["Moss & Mortar", "Quokka Games", "Tideline"]),
        ("Which cities have no investor at all?", ["Leipzig", "Porto"]),
        # Whatever the verb is, one relation joins rounds and investors.
        (
            "Which rounds has Hanseatic Trust put money in?",
            ["Cargonaut Series B", "Glimmer Health Series B", "Kiteworks Energy Series A"],
        ),
        # A country is two steps away.
        ("In which country is Pebble Security located?", ["Estonia"]),
        # `soldForMillions`.
        ("Which startups were sold for more than 30 million?", ["Docuseal", "Oysterbay"]),
    ],
)
def test_classes_are_understood(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(graph.ask(question)))) == expected


def test_something_is_compared_with_what_belongs_to_it(graph: KnowledgeGraph) -> None:
    assert names(graph.ask("who is older than their boss?")) == ["Emily Sato", "Katrin Oja"]


def test_columns_are_listed(graph: KnowledgeGraph) -> None:
    rows = names(graph.ask("Show every startup with its founder, city and founding year"))
    assert all(len(row) == 4 for row in rows) and len(rows) > 10


def test_an_unknown_noun_is_not_answered_by_what_it_is_not(graph: KnowledgeGraph) -> None:
    assert graph.ask("List the incubators in Lisbon").status is Status.UNANSWERABLE


@pytest.mark.parametrize(
    "question",
    [
        "founding years of the startups",
        "what are the founding years of all startups?",
        "the founding year of each startup",
        "show each startup with its founding year",
        "name and founding year of every startup",
    ],
)
def test_values_of_each_of_a_class_stand_beside_it(graph: KnowledgeGraph, question: str) -> None:
    rows = names(graph.ask(question))
    assert ["Cargonaut", "2016"] in rows and len(rows) > 10


def test_things_of_a_class_stand_alone(graph: KnowledgeGraph) -> None:
    founders = names(graph.ask("list the founders of the startups"))
    assert "Mwangi Kariuki" in founders and "Cargonaut" not in founders and len(founders) > 10
