"""Periods told from today, over dates of a loaded and of an attached graph."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.settings import Configuration
from tests.plans.reading.graphs import names, triples_fixture

TODAY = date.today()
DATES = {
    "T-1": TODAY,
    "T-2": TODAY - timedelta(days=5),
    "T-3": TODAY.replace(year=TODAY.year - 1, month=6, day=10),
    "T-4": TODAY.replace(year=TODAY.year - 3, month=6, day=10),
    "T-5": TODAY + timedelta(days=20),
}
TRIPLES = "\n".join(
    f"{ticket}|type|Ticket\n{ticket}|due_on|{day}\n{ticket}|team|Core" for ticket, day in DATES.items()
)

graph = triples_fixture(TRIPLES)
QUESTIONS = [
    ("which tickets are due today?", ["T-1"]),
    ("which tickets were due last year?", [one for one, day in DATES.items() if day.year == TODAY.year - 1]),
    ("tickets due in the last 10 days", ["T-1", "T-2"]),
    ("which tickets are due in the next three weeks?", ["T-1", "T-5"]),
    ("which tickets were due more than two years ago?", ["T-4"]),
    ("how many tickets were due since last year?", [4]),
]


@pytest.mark.parametrize(("question", "expected"), QUESTIONS)
def test_periods_of_loaded_graphs(graph: KnowledgeGraph, question: str, expected: list[object]) -> None:
    assert found(graph, question) == expected


@pytest.mark.parametrize(("question", "expected"), QUESTIONS)
def test_periods_of_attached_graphs(
    attach_own: Callable[..., Configuration], question: str, expected: list[object]
) -> None:
    tickets = (f"(:Ticket {{number: '{ticket}', dueOn: date('{day}')}})" for ticket, day in DATES.items())
    workspace = attach_own(f"CREATE {', '.join(tickets)}").workspace
    with KnowledgeGraph.open(workspace, settings={"ask.method": "plans"}) as attached:
        assert found(attached, question) == expected


def found(graph: KnowledgeGraph, question: str) -> list[object]:
    answer = graph.ask(question)
    return [int(name) if name.isdigit() else name for name in sorted(map(str, names(answer)))]
