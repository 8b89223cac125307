"""What learning from a few pairs leaves as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from tests.conftest import OpenSmallGraph

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Eli", "Fay")
TEAMS = ("Sales", "Support", "Design")
TRIPLES = [
    *((person, "works_in", TEAMS[place % 3]) for place, person in enumerate(PEOPLE)),
    *((person, "lives_in", city) for person, city in zip(PEOPLE, ("Rome", "Oslo") * 3, strict=True)),
    *((person, "reports_to", PEOPLE[0]) for person in PEOPLE[1:]),
    *((team, "led_by", person) for team, person in zip(TEAMS, PEOPLE, strict=False)),
]
PAIRS = [
    *(
        (f"what is the home town of [{person}]?", [city])
        for person, city in zip(PEOPLE[:4], ("Rome", "Oslo") * 2, strict=True)
    ),
    ("who is the boss of [Ben]?", ["Ada"]),
    ("who is the boss of [Eli]?", ["Ada"]),
]


@pytest.fixture
def graph(small_graph_there: OpenSmallGraph) -> Iterator[KnowledgeGraph]:
    with small_graph_there(TRIPLES, settings={"ask.method": "plans"}) as opened:
        yield opened


def test_right_answers_about_other_relations_stay_answered(graph: KnowledgeGraph) -> None:
    questions = {
        "who leads Design?": "Cleo",
        "who does Ben report to?": "Ada",
        "does Ben work in Support?": "yes",
    }
    for question, answer in questions.items():
        assert graph.ask(question).text == answer
    assert graph.learn(PAIRS).learned.explained == 2
    for question, answer in questions.items():
        after = graph.ask(question)
        assert (after.status, after.text) == (Status.ANSWERED, answer), question
