"""Phrases that say nothing of what is asked."""

import pytest

from kgqa_neo4j.question.fillers import without_fillers


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Which chefs have no mentor on record?", "Which chefs have no mentor?"),
        ("What's the oldest statute on the books?", "What's the oldest statute?"),
        ("For each hotel, how many bookings are on file", "For each hotel, how many bookings are"),
        ("I'm curious, who taught Ann how to climb?", "who taught Ann?"),
        ("How hard was it? I mean its grade", "How hard was it? its grade"),
        ("Who was a mayor at some point?", "Who was a mayor?"),
        ("Which films were made at least partly in Chile?", "Which films were made in Chile?"),
        ("What did they play over the years?", "What did they play?"),
        ("three most populous towns, largest first", "three most populous towns"),
        ("Which bands was she in, past and present?", "Which bands was she in?"),
        ("Could you find out who runs the bar?", "who runs the bar?"),
        (
            "Hello, I am new here and would like to know which bands she leads, please.",
            "which bands she leads, please.",
        ),
        ("I'd like to know who led it, if you don't mind?", "who led it?"),
        ("Look up the tours that ended, thanks", "the tours that ended"),
        # Somebody who told something, and what is looked up.
        ("Who told Ann which band would win?", "Who told Ann which band would win?"),
        # A record that somebody is on, and a name.
        ("Who sings on the record Blue?", "Who sings on the record Blue?"),
        ("Who directed On Record?", "Who directed On Record?"),
    ],
)
def test_idle_phrases_become_blanks_of_their_length(question: str, left: str) -> None:
    shown = without_fillers(question)
    assert len(shown) == len(question)
    assert " ".join(shown.split()).replace(" ?", "?") == left
