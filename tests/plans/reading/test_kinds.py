"""Nouns for kinds of things in a graph that does not say of what class they are."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import graph_fixture, names

graph = graph_fixture("expedition")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many camps are there?", ["25"]),
        ("number of expeditions", ["21"]),
        # Ranges are parts of the range too.
        ("What is the lowest mountain in the Condor Spine?", ["Old Condor"]),
    ],
)
def test_a_noun_means_what_relations_leave_and_enter_alike(
    graph: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert names(graph.ask(question)) == expected


def test_all_of_a_kind_are_listed_and_grouped_by(graph: KnowledgeGraph) -> None:
    mountains = set(names(graph.ask("List all the mountains")))
    assert len(mountains) == 14 and {"Mount Oriel", "Ghost Tower"} <= mountains
    rows = names(graph.ask("How many routes are there on each mountain?"))
    assert {row[0] for row in rows} <= mountains and sum(int(row[1]) for row in rows) == 20


railway = graph_fixture("railway")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # A "station" is no `NEXT_STATION` of another one, which nobody speaks of.
        ("How many stations does the Pennacle Line have?", ["5"]),
        ("busiest station by yearly passengers", ["Halewick Central"]),
        # What trains are, the dining car tells.
        ("How many trains have a dining car on board?", ["4"]),
        ("Which trains on the Sennet Coast Line have a dining car?", ["Lighthouse Express", "The Sennet Belle"]),
        # The name of what was loaded only says which lines.
        (
            "what railway lines are there",
            [
                "Airport Spur", "Forge Loop", "Lorne Valley Line", "Mossdale Branch", "Pennacle Line",
                "Sennet Coast Line", "Vale Main Line",
            ],
        ),
        pytest.param(
            # Some designed, some engineered; all of them were born.
            "Which of the engineers have no date of death?",
            ["Devendra Pillai", "Imogen Sayle"],
            marks=pytest.mark.xfail(strict=True, reason="takes those alone that `engineered_by` leads to"),
        ),
        # The greatest speed, and not the least time.
        ("the three fastest types of rolling stock", ["Class 40 Kestrel", "Class 71 Lapwing", "Class 88 Heron"]),
        # No train is how much a ticket is.
        ("How much is a ticket from Port Sennet to Lightcliff?", []),
    ],
)  # fmt: skip
def test_what_a_noun_may_mean_is_told_by_the_rest_of_the_question(
    railway: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(names(railway.ask(question))) == expected
