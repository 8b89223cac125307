"""Nouns for kinds of things in a graph that does not say of what class they are."""

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.store.driver import Endpoint
from tests.plans.reading.graphs import names, opened_graph


@pytest.fixture(scope="module")
def graph(
    endpoint: Endpoint, own_surroundings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    with opened_graph(endpoint, tmp_path_factory.mktemp("expedition"), "expedition") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many camps are there?", ["25"]),
        ("number of expeditions", ["21"]),
        # Ranges are parts of the range too.
        ("What is the lowest mountain in the Condor Spine?", ["Old Condor"]),
    ],
)
def test_a_noun_means_what_relations_leave_and_enter_alike(
    graph: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert names(graph.ask(question)) == expected


def test_all_of_a_kind_are_listed_and_grouped_by(graph: KnowledgeGraph) -> None:
    mountains = set(names(graph.ask("List all the mountains")))
    assert len(mountains) == 14 and {"Mount Oriel", "Ghost Tower"} <= mountains
    rows = names(graph.ask("How many routes are there on each mountain?"))
    assert {row[0] for row in rows} <= mountains and sum(int(row[1]) for row in rows) == 20
