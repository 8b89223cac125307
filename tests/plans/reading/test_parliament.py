"""For and against, what never came to a vote, who has been around longer, and when something ended."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import graph_fixture, names

parliament = graph_fixture("parliament")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Did Felix Adeyar support the Fair Rents Bill?", ["yes"]),
        # "No" is what they voted, and denies nothing.
        ("Which Labour Front members voted no on the Carbon Levy Bill?", ["Boris Hallam", "Dieter Novak"]),
        # What was backed is named right behind it, whatever else they voted on.
        ("How many members backed the Pension Reform Bill in the vote?", ["20"]),
    ],
)
def test_one_votes_for_or_against(parliament: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(parliament.ask(question)))) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which party has been around longer, the Green Alliance or the Coastal League?", ["Green Alliance"]),
        ("When did the session in which the Fair Rents Bill was debated come to an end?", ["2023-07-07"]),
    ],
)
def test_dates_tell_since_when_and_until_when(
    parliament: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(parliament.ask(question)))) == expected


def test_what_is_denied_is_a_value_of_the_thing_rather_than_of_others(parliament: KnowledgeGraph) -> None:
    found = list(map(str, names(parliament.ask("List the bills that never came to a vote."))))
    assert len(found) == 7 and {"Small Brewers Bill", "Digital Identity Bill", "Road Tolls Bill"} <= set(found)
