"""Fewer than `benchmarks/faults_asking.py` asks: random questions, and a model that replies garbage."""

from collections.abc import Iterator

import pytest

from benchmarks.faults_asking import CALLS, TRIPLES, Script, answer_garbage, ask_anything
from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.methods import method_names
from tests.conftest import OpenSmallGraph


@pytest.fixture(scope="module")
def script() -> Script:
    return Script()


@pytest.fixture(scope="module")
def graph(small_graph_there: OpenSmallGraph, script: Script) -> Iterator[KnowledgeGraph]:
    with small_graph_there(TRIPLES, llm=script.llm) as opened:
        yield opened


def test_any_text_is_answered_or_refused(graph: KnowledgeGraph) -> None:
    outcomes = ask_anything(graph, 24, methods=("plans", "adaptive", "query"))
    assert sum(outcomes.values()) >= 12


@pytest.mark.parametrize("text", ["what does [Ada] lead according to §1?", "§0_§7 [Ada] leads what? §", "§"])
def test_signs_that_stand_for_names_elsewhere_may_be_asked(graph: KnowledgeGraph, text: str) -> None:
    found = graph.ask(text, method="plans").entities
    assert [one.name for one in found] == (["Sales"] if "Ada" in text else [])


def test_garbage_of_the_model_ends_in_an_answer_within_the_calls_of_the_method(
    graph: KnowledgeGraph, script: Script
) -> None:
    assert set(CALLS) == set(method_names()) - {"plans"}
    outcomes = answer_garbage(graph, script, 45)
    assert {one.split(":")[0] for one in outcomes} == set(CALLS)


@pytest.mark.parametrize("method", sorted(CALLS))
def test_a_reply_with_half_of_a_surrogate_pair_is_garbage_too(
    graph: KnowledgeGraph, script: Script, method: str
) -> None:
    script.begin(["where is \udffc Sales?", "Ada leads \ud83d"])
    answer = graph.ask("in which city is what [Ada] leads?", method=method, keep=False)
    answer.text.encode("utf-8")
