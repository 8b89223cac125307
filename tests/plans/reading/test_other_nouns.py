"""Nouns for the classes of a graph that calls them otherwise."""

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from kgqa_neo4j.store.driver import Endpoint
from tests.plans.reading.graphs import names, opened_graph


@pytest.fixture(scope="module")
def graph(
    endpoint: Endpoint, own_surroundings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    with opened_graph(endpoint, tmp_path_factory.mktemp("bakery"), "bakery") as opened:
        yield opened


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
