"""Idioms for what a relation of the graph tells, asked of somebody's relatives and colleagues."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import names, triples_fixture

TRIPLES = """
Ida Holm|father|Nils Holm
Ida Holm|mother|Berta Lund
Karl Holm|father|Nils Holm
Karl Holm|mother|Berta Lund
Ida Holm|spouse|Paul Ekman
Nils Holm|occupation|carpenter
Berta Lund|occupation|midwife
Paul Ekman|occupation|printer
Ida Holm|occupation|teacher
Karl Holm|occupation|sailor
Nils Holm|causeOfDeath|pneumonia
Berta Lund|causeOfDeath|stroke
Paul Ekman|causeOfDeath|drowning
Nils Holm|birthplace|Uppsala
Berta Lund|birthplace|Visby
Ida Holm|birthplace|Uppsala
Karl Holm|birthplace|Uppsala
Paul Ekman|birthplace|Kalmar
Ida Holm|employer|Norra School
Karl Holm|employer|Baltic Line
Paul Ekman|employer|Ekman Press
"""

graph = triples_fixture(TRIPLES)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what does Ida Holm's husband do?", ["printer"]),
        ("what did Ida Holm's mother do for a living?", ["midwife"]),
        ("how did Ida Holm's father die?", ["pneumonia"]),
        ("what did Karl Holm's mother die of?", ["stroke"]),
        ("where does Ida Holm's husband work?", ["Ekman Press"]),
        ("what does Ida Holm do?", ["teacher"]),
        ("how did Nils Holm die?", ["pneumonia"]),
    ],
)
def test_idioms_are_understood(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(graph.ask(question)))) == expected


def test_an_idiom_that_was_learned_means_what_it_was_taught_to_mean(graph: KnowledgeGraph) -> None:
    question = "what does Ida Holm's father do?"
    assert list(map(str, names(graph.ask(question)))) == ["carpenter"]
    graph.learn([("what does [Ida Holm]'s father do?", ["Uppsala"])], name="idiom")
    assert list(map(str, names(graph.ask(question)))) == ["Uppsala"]
