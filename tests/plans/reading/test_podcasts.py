"""What lasts, what has not ended, what is as much as a number, and steps that go without saying."""

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from tests.plans.reading.graphs import graph_fixture, names

podcasts = graph_fixture("podcasts")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # `minutes`, and not the days from `aired` to `heard_on`.
        ("How long is What Bazalgette Built?", ["73"]),
        ("What's the longest episode in my notes?", ["Closing Argument"]),
        # Of shows, by when they `started`.
        ("which show has been around the longest?", ["The Footnote Hour"]),
        (
            "Which episodes did I hear the very same day they came out?",
            ["Numbers on the Shortwave", "Rye and Shine"],
        ),
    ],
)
def test_how_long_something_lasts_is_told_by_a_number_or_since_when(
    podcasts: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(podcasts.ask(question)))) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What year did Quiet Carriage stop?", ["2022"]),
        ("Is Quiet Carriage still running?", ["no"]),
        ("Is Paper Trails still going?", ["yes"]),
        ("Which of the shows that aren't in English are still running?", ["Kartenhaus", "Les Marees"]),
    ],
)
def test_what_is_still_going_has_no_end(podcasts: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(podcasts.ask(question)))) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "find me the astronomy episodes I gave 5 stars",
            ["A Booth for Vera Rubin", "Closing Time at the Observatory", "The Woman Who Weighed Comets"],
        ),
        ("which episodes are 45 minutes long", ["Tiebreak Nerves"]),
        ("episodes with a rating of 7", []),
    ],
)
def test_a_number_in_digits_is_what_a_value_must_be(
    podcasts: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(podcasts.ask(question)))) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what do the sponsors of Half a Loaf sell", ["coffee", "flour"]),
        ("who has appeared on Paper Trails", ["Desmond Achebe", "Greta Halloran", "Gwen Oyelaran"]),
        # By an episode of it, where nothing is said of how.
        ("Has Moira Finch ever been on Mudlark Tapes?", ["yes"]),
        (
            "Was there an episode with both Ignacio Duarte and Priya Raman on it, and if so which one?",
            ["The Valve Nobody Turned"],
        ),
    ],
)
def test_a_step_between_two_that_are_said_goes_without_saying(
    podcasts: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(podcasts.ask(question)))) == expected


def test_nobody_lives_where_they_were_born_if_only_the_year_is_known(podcasts: KnowledgeGraph) -> None:
    assert podcasts.ask("who lives where they were born").status is not Status.ANSWERED
