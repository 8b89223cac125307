"""Nouns for the classes of a graph that calls them otherwise."""

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from tests.plans.reading.graphs import graph_fixture, names

graph = graph_fixture("bakery")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # `supplier`.
        ("How many providers are there?", ["6"]),
        (
            "List all providers founded before 1990",
            ["Calla Sugar Works", "Oakfield Mill", "Sun Orchard", "Valley Dairy"],
        ),
        # `contest`, a class of few.
        ("Which competitions were held in Millford?", ["River Plain Bread Prize 2019"]),
        # `town`.
        ("Which townships have more than one bakery?", ["Millford", "Port Calla"]),
    ],
)
def test_a_class_is_meant_by_a_noun_for_the_same_thing(
    graph: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(graph.ask(question)))) == expected


def test_a_class_is_not_meant_by_a_noun_for_another_thing(graph: KnowledgeGraph) -> None:
    assert graph.ask("How many plumbers are there?").status is Status.UNANSWERABLE
