"""Relatives where several relations lead to them, and things compared with a named one."""

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph
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
        # The graph has `mother` and `father`.
        ("Who are the grandchildren of Otto Hartmann?", ["Elena Ortega", "Jonas Hartmann", "Mia Hartmann"]),
        ("Lucie Dubois' grandmother?", ["Colette Dubois"]),
        ("name the cousins of Theo Dubois", ["Nora Moore"]),
        ("towns with a larger population than Brookhaven", ["Millford", "Port Calla"]),
        (
            "Which bakeries pay a higher rent than Maison Dubois?",
            ["Daily Loaf", "Golden Crust", "Hartmann & Sons"],
        ),
        ("Who earns more, Kofi Mensah or Jonas Hartmann?", ["Jonas Hartmann"]),
        ("In which town is the bakery that Theo Dubois works at?", ["Lowick"]),
    ],
)
def test_people_are_understood(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(graph.ask(question)))) == expected
