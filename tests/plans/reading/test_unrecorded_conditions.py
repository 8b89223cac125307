"""Conditions that the graph does not tell of what else fits."""

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from tests.plans.reading.graphs import names, triples_fixture

TRIPLES = """
Ada Holm|child|Ida Holm
Olaf Berg|child|Nora Berg
Olaf Berg|sex|male
Ruth Berg|child|Nora Berg
Ruth Berg|sex|female
Nora Berg|sex|female
Ida Holm|birthplace|Lund
Nora Berg|birthplace|Oslo
Ada Holm|birthplace|Oslo
Oslo|country|Norway
Bergen|country|Norway
Malmo|country|Sweden
Ruth Berg|birthplace|Bergen
Olaf Berg|birthplace|Malmo
"""

graph = triples_fixture(TRIPLES)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # Of Ada it is not told.
        ("who is the mother of Ida Holm?", ["Ada Holm"]),
        ("who is the mother of Nora Berg?", ["Ruth Berg"]),
    ],
)
def test_who_may_fit_is_an_answer(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert names(graph.ask(question)) == expected


def test_it_is_said_and_counts_less(graph: KnowledgeGraph) -> None:
    told, untold = graph.ask("who is the mother of Nora Berg?"), graph.ask("who is the mother of Ida Holm?")
    assert "does not tell" in untold.reason and "sex" in untold.reason
    assert not told.reason and (untold.confidence or 0.0) < (told.confidence or 0.0)


def test_what_is_told_otherwise_does_not_fit(graph: KnowledgeGraph) -> None:
    assert graph.ask("who is the daughter of Olaf Berg?").status is Status.ANSWERED
    assert graph.ask("who is the son of Olaf Berg?").status is Status.UNANSWERABLE
