"""Whose something is that comes first, what is measured of what is named, and words that a property is called by."""

import pytest

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

asked = asked_fixture(
    """
    CREATE (ann:User {name: 'Ann Poe'}), (bo:User {name: 'Bo Lind'}),
      (tea:Book {title: 'The Tea House', num_pages: 320}), (sea:Book {title: 'Sea Road', num_pages: 180}),
      (cal:Author {name: 'Cal Rees'}), (cal)-[:AUTHORED]->(tea), (cal)-[:AUTHORED]->(sea),
      (one:Review {review_id: 'r1', n_votes: 4}), (two:Review {review_id: 'r2', n_votes: 9}),
      (three:Review {review_id: 'r3', n_votes: 1}),
      (ann)-[:PUBLISHED]->(one), (bo)-[:PUBLISHED]->(two), (ann)-[:PUBLISHED]->(three),
      (one)-[:WRITTEN_FOR]->(tea), (two)-[:WRITTEN_FOR]->(tea), (three)-[:WRITTEN_FOR]->(sea),
      (ford:Battle {name: 'Battle of the Ford', year: 299, attacker_size: 100}),
      (hill:Battle {name: 'Battle of the Hill', year: 299, attacker_size: 400}),
      (oak:House {name: 'Oak'}), (elm:House {name: 'Elm'}),
      (oak)-[:ATTACKER]->(ford), (oak)-[:ATTACKER]->(hill), (elm)-[:ATTACKER]->(hill)
    """
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Whose review got the most votes?", [["Bo Lind"]]),
        ("Which book had the review with the biggest vote count?", [["The Tea House"]]),
        # Reviews are no part of it: books with several of them count once.
        ("What is the average length in pages of a book by Cal Rees?", [["250"]]),
        # Two houses attacked in one of the battles.
        ("What was the average size of the attacking army in the battles of 299?", [["250"]]),
    ],
)
def test_what_comes_first_and_what_is_measured_is_what_is_named(
    asked: Ask, question: str, rows: list[list[str]]
) -> None:
    assert told(asked(question)) == rows
