"""The language model answers where a question is refused if it was asked to outright, and else not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from kgqa_neo4j.testing import ScriptedLLM
from tests.conftest import OpenSmallGraph

TRIPLES = [
    *((f"incident {place}", "affects", f"service {place % 2}") for place in range(4)),
    *((f"incident {place}", "instance of", "incident") for place in range(4)),
]


@pytest.fixture(scope="module")
def graph(small_graph_there: OpenSmallGraph) -> Iterator[KnowledgeGraph]:
    with small_graph_there(TRIPLES, llm=ScriptedLLM(["Nobody knows."] * 9)) as opened:
        yield opened


def test_a_refused_question_is_left_to_the_model_on_request_alone(graph: KnowledgeGraph) -> None:
    question = "which incidents have no locker?"
    refused = graph.ask(question)
    assert (refused.status, refused.text, refused.llm.calls) == (Status.UNANSWERABLE, "", 0)
    answer = graph.ask(question, settings={"ask.fallback": "on"})
    assert (answer.status, answer.text, answer.llm.calls) == (Status.FALLBACK, "Nobody knows.", 1)
    assert "unread" in answer.reason
