"""Questions that lead back to the topic that they ask about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.conftest import OpenSmallGraph

TRIPLES = [
    ("Alpha", "version", "Beta"),
    ("Beta", "version", "Alpha"),
    ("Beta", "version", "Gamma"),
    ("Ann", "friend", "Bob"),
    ("Bob", "friend", "Ann"),
    ("Bob", "friend", "Cid"),
    ("Eve", "admires", "Dan"),
    ("Dan", "admires", "Flo"),
    ("Gil", "admires", "Eve"),
    ("Flo", "admires", "Hal"),
]


@pytest.fixture(scope="module")
def graph(small_graph_there: OpenSmallGraph) -> Iterator[KnowledgeGraph]:
    with small_graph_there(TRIPLES) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param("what are the versions of Alpha's versions?", {"Alpha", "Gamma"}, id="one direction"),
        pytest.param("who are the friends of Ann's friends?", {"Cid"}, id="holds both ways"),
    ],
)
def test_the_topic_answers_where_steps_go_on_in_one_direction(
    graph: KnowledgeGraph, question: str, expected: set[str]
) -> None:
    assert {one.name for one in graph.ask(question, method="plans").entities} == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who admires Dan?", {"Eve"}),
        ("whom does Dan admire?", {"Flo"}),
        ("who is admired by Dan?", {"Flo"}),
        ("who admires the one who admires Dan?", {"Gil"}),
        ("who is admired by the one that Dan admires?", {"Hal"}),
    ],
)
def test_a_verb_says_who_does_it_to_whom(graph: KnowledgeGraph, question: str, expected: set[str]) -> None:
    assert {one.name for one in graph.ask(question, method="plans").entities} == expected
