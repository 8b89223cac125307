"""Questions about a class, which name no entity, on a real server with the packaged models."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa_neo4j import Answer, KnowledgeGraph, Status
from tests.conftest import OpenSmallGraph

EVEN_UNSURE = {"ask.min_confidence": 0.0}
TRIPLES = [
    *((name, "kind", "summit") for name in ("Aro", "Bel", "Cim")),
    *((name, "kind", "worker") for name in ("Jan Novak", "Eva Maria", "Tom Hill")),
    ("Aro", "elevation (m)", "8100"),
    ("Bel", "elevation (m)", "7200"),
    ("Cim", "elevation (m)", "4800"),
    ("Aro", "located in", "Norland"),
    ("Jan Novak", "reports to", "Eva Maria"),
    ("Tom Hill", "reports to", "Eva Maria"),
    ("Jan Novak", "hire date", "2019-03-01"),
    ("Tom Hill", "hire date", "2022-05-11"),
    ("Eva Maria", "hire date", "2015-01-10"),
    ("Jan Novak", "salary", "50000"),
    ("Tom Hill", "salary", "62000"),
]


@pytest.fixture(scope="module")
def graph(small_graph_there: OpenSmallGraph) -> Iterator[KnowledgeGraph]:
    with small_graph_there(TRIPLES) as opened:
        yield opened


def names(answer: Answer) -> set[str]:
    return {entity.name for entity in answer.entities}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("list all summits", {"Aro", "Bel", "Cim"}),
        ("which summits are there?", {"Aro", "Bel", "Cim"}),
        ("What is the highest summit?", {"Aro"}),
        ("which summit is the highest?", {"Aro"}),
        ("name the summits higher than 7000 m", {"Aro", "Bel"}),
        ("how many workers are there?", {"3"}),
    ],
)
def test_a_noun_that_names_a_class_is_what_the_question_is_about(
    graph: KnowledgeGraph, question: str, expected: set[str]
) -> None:
    answer = graph.ask(question, method="plans", settings=EVEN_UNSURE)
    assert names(answer) == expected
    assert [topic.name for topic in answer.topics] in (["summit"], ["worker"])


def test_an_entity_that_the_graph_lacks_is_not_taken_for_a_class(graph: KnowledgeGraph) -> None:
    answer = graph.ask("which summit did Zorbax climb?", method="plans", settings=EVEN_UNSURE)
    assert answer.status is Status.UNANSWERABLE and not answer.topics


@pytest.mark.parametrize("method", ["plans", "auto"])
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which workers do not report to Eva Maria?", {"Eva Maria"}),
        ("what is the average salary of the workers?", {"56000"}),
        ("which worker earns the most?", {"Tom Hill"}),
        ("which workers earn more than 55000?", {"Tom Hill"}),
    ],
)
def test_what_is_asked_of_a_class_is_answered(
    graph: KnowledgeGraph, method: str, question: str, expected: set[str]
) -> None:
    answer = graph.ask(question, method=method, settings=EVEN_UNSURE)
    assert (answer.status, names(answer)) == (Status.ANSWERED, expected)


@pytest.mark.parametrize("method", ["plans", "auto"])
@pytest.mark.parametrize(
    ("question", "word"),
    [("which workers have no locker?", "locker"), ("what is the average bonus of the workers?", "bonus")],
)
def test_what_the_graph_has_no_word_for_is_refused(
    graph: KnowledgeGraph, method: str, question: str, word: str
) -> None:
    answer = graph.ask(question, method=method, settings=EVEN_UNSURE)
    assert (answer.status, answer.reason) == (Status.UNANSWERABLE, "unread")
    assert not answer.entities and not answer.evidence and answer.confidence is None
    step = next(step for step in answer.steps if step.kind == "unread")
    assert step.data["word"] == word and word in step.summary


def test_a_number_is_no_misspelling_of_another(graph: KnowledgeGraph) -> None:
    answer = graph.ask("who has a salary of 50001?", method="plans", settings=EVEN_UNSURE)
    assert "50000" not in {topic.name for topic in answer.topics}


def test_amounts_and_dates_are_not_suggested_for_what_is_unknown(graph: KnowledgeGraph) -> None:
    answer = graph.ask("where is Tommm Hilll of 2021 with 50001?", method="plans")
    suggested = [name for step in answer.steps for name in step.data.get("suggestions", ())]
    assert suggested and not any(char.isdigit() for name in suggested for char in name)
