"""What is suggested for a name that the graph lacks, on graphs of tests/data/natural: something near, or nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.store.driver import Endpoint
from tests.plans.reading.graphs import opened_graph


@pytest.fixture(scope="module")
def graph(
    endpoint: Endpoint, own_surroundings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    with opened_graph(endpoint, tmp_path_factory.mktemp("company"), "company") as opened:
        yield opened


def suggested(answer: Answer) -> list[str]:
    return [name for step in answer.steps for name in step.data.get("suggestions", ())]


@pytest.mark.parametrize("question", ["who is the mayor of Paris?", "hello", "asdf qwer", "what is 2+2?"])
def test_nothing_is_suggested_for_what_is_near_to_nothing(graph: KnowledgeGraph, question: str) -> None:
    assert suggested(graph.ask(question)) == []


@pytest.mark.parametrize(
    ("question", "name"),
    [("where does Amarra Oseii live?", "Amara Osei"), ("where is the Dublinn Offise?", "Dublin Office")],
)
def test_a_name_near_in_spelling_is_suggested_or_taken(graph: KnowledgeGraph, question: str, name: str) -> None:
    answer = graph.ask(question)
    assert name in [*suggested(answer), *(topic.name for topic in answer.topics)]
