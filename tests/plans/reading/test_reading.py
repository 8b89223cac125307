"""Questions of all kinds about two small graphs as users load them: read, executed, proved, or refused."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.model.answer import Status
from tests.plans.reading.graphs import graph_fixture, names

graph = graph_fixture("company", "family", proved=20)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which data scientists don't know Python?", ["Dmitri Volkov"]),
        ("Offices other than Hamburg Hub?", ["Dublin Office", "Krakow Lab", "Lisbon Studio"]),
        ("What's the average salary in Customer Success?", ["67500"]),
        ("Which projects cost less than 250,000 euros?", ["Cobalt", "Evergreen", "Lantern"]),
        ("Which projects are due in 2024?", ["Aurora", "Evergreen", "Kingfisher", "Lantern"]),
        ("What is the second most expensive project?", ["Horizon"]),
        ("which project has the smallest budget", ["Evergreen"]),
        ("which office on the register is the largest", ["Hamburg Hub"]),
        ("Did Xavier Dubois start before Aaron Blake?", ["yes"]),
        ("Which is bigger, the Dublin Office or Krakow Lab?", ["Krakow Lab"]),
        ("How many employees do we have?", ["36"]),
        (
            "projects that are either finished or on hold",
            ["Aurora", "Basilisk", "Evergreen", "Horizon", "Lantern"],
        ),
        ("Who was Lawrence Pemberton's grandfather?", ["Augustus Pemberton"]),
        ("How old was Liam O'Connor when he joined?", ["16"]),
        ("Has Priya Raman got a mentee?", ["yes"]),
        ("Who in Galway doesn't have a hobby?", ["Astrid Pemberton", "Fiona Gallagher"]),
    ],
)
def test_a_question_is_answered_exactly(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    answer = graph.ask(question)
    assert (answer.status, sorted(names(answer))) == (Status.ANSWERED, expected), answer.steps
    assert answer.confidence and answer.confidence >= 0.5


def test_groups_and_tables_are_rows(graph: KnowledgeGraph) -> None:
    answer = graph.ask("how many people per team?")
    assert ["Marketing", "5"] in names(answer) and len(answer.rows) == 6
    assert "Marketing, 5" in answer.text
    pairs = names(graph.ask("clients and the countries they are in"))
    assert ["Emerald Bank", "Ireland"] in pairs and len(pairs) == 7


def test_the_statement_that_ran_and_the_proof_come_with_the_answer(graph: KnowledgeGraph) -> None:
    answer = graph.ask("which data scientists don't know Python?")
    (executed,) = [step for step in answer.steps if step.kind == "execution"]
    assert executed.data["plan"]["text"].startswith("any where -jobTitle-> [")
    assert "NOT EXISTS" in executed.data["cypher"] and "Python" not in executed.data["cypher"]
    assert [(one.triple.subject.name, one.triple.object.name) for one in answer.evidence] == [
        ("Dmitri Volkov", "Data Scientist")
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Which employees without a parking permit are there?",
        "Which spaceships are not broken?",
        "What's the average temperature in Customer Success?",
    ],
)
def test_what_the_graph_lacks_is_refused_and_never_answered_by_its_opposite(
    graph: KnowledgeGraph, question: str
) -> None:
    answer = graph.ask(question)
    assert answer.status in (Status.UNANSWERABLE, Status.WITHHELD), names(answer)
    assert not answer.entities and not answer.rows


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        # Others are mentored, she is not; whom her reports mentor is no answer.
        ("Who mentors Hannah Weiss?", "empty"),
        ("Which languages does Camila Ortiz speak?", "unread"),
        ("What was the annual revenue of Helios Power?", "unread"),
    ],
)
def test_a_chain_that_leads_elsewhere_is_refused_though_no_answer_is_withheld(
    graph: KnowledgeGraph, question: str, reason: str
) -> None:
    answer = graph.ask(question)
    assert (answer.status, answer.reason) == (Status.UNANSWERABLE, reason), names(answer)
    assert answer.candidates and not answer.entities and answer.confidence is None
