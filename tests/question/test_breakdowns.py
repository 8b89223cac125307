"""Numbers of each thing, asked for in few words."""

import pytest

from kgqa_neo4j.question.breakdowns import as_groups
from kgqa_neo4j.question.part_years import spelled_parts


@pytest.mark.parametrize(
    ("question", "grouped"),
    [
        ("donations by campaign", "donations per campaign"),
        ("total raised by campaign", "total raised by campaign"),
        ("break down the hours volunteers worked by campaign", "hours volunteers worked per campaign"),
        ("a breakdown of permits by type", "permits by type"),
        ("Split the donations up by campaign.", "donations per campaign."),
        # Who did it, several of them, and what rows are sorted by.
        ("films directed by campaign", "films directed by campaign"),
        ("Who wrote Murder by Campaign?", "Who wrote Murder by Campaign?"),
        ("books written by women", "books written by women"),
        ("donations by campaigns", "donations by campaigns"),
        ("top 3 donations by campaign", "top 3 donations by campaign"),
        ("Which songs are by Ann Lee?", "Which songs are by Ann Lee?"),
    ],
)
def test_numbers_by_a_noun_for_things_are_asked_for_each(question: str, grouped: str) -> None:
    assert as_groups(question, {"campaign", "campaigns", "women"}.__contains__) == grouped


@pytest.mark.parametrize(
    ("question", "spelled"),
    [
        ("events in spring 2024", "events between 2024-03-01 and 2024-05-31"),
        ("what opened in the fall of 1999?", "what opened between 1999-09-01 and 1999-11-30?"),
        ("who won in the third quarter of 2020", "who won between 2020-07-01 and 2020-09-30"),
        # Over the new year, and no year.
        ("games of winter 2024", "games of winter 2024"),
        ("spring rolls", "spring rolls"),
    ],
)
def test_seasons_and_quarters_become_ranges(question: str, spelled: str) -> None:
    assert spelled_parts(question) == spelled
