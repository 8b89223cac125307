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


games = asked_fixture(
    """
    CREATE (h1:PolicyHolder {fullName: 'Ann Poe', customerSince: date('2020-01-01'), dateOfBirth: date('1948-05-01')}),
      (h2:PolicyHolder {fullName: 'Bo Lind', customerSince: date('2021-01-01'), dateOfBirth: date('1970-05-01')}),
      (h1)-[:FILED]->(:Accident {accidentNo: 'C1', location: 'Mill Road', injuredCount: 9}),
      (h2)-[:FILED]->(:Accident {accidentNo: 'C2', location: 'Lake View', injuredCount: 3}),
      (jp:Country {name: 'Japan'}), (no:Country {name: 'Norway'}),
      (run:Contest {title: 'Long Run'}), (row:Contest {title: 'Rowing'}),
      (aki:Athlete {fullName: 'Aki Mori', birthDate: date('2001-02-03')}),
      (kei:Athlete {fullName: 'Kei Sato', birthDate: date('1999-02-03')}),
      (liv:Athlete {fullName: 'Liv Berg', birthDate: date('2004-02-03')}),
      (aki)-[:REPRESENTS]->(jp), (kei)-[:REPRESENTS]->(jp), (liv)-[:REPRESENTS]->(no),
      (aki)-[:COMPETED_IN {medal: 'gold'}]->(run), (aki)-[:COMPETED_IN {medal: 'gold'}]->(row),
      (kei)-[:COMPETED_IN {medal: 'bronze'}]->(run), (liv)-[:COMPETED_IN]->(run)
    """
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        # Policy holders have been customers since some day.
        ("Which customers were born before 1950?", [["Ann Poe"]]),
        ("Where did the accidents of Ann Poe happen?", [["Mill Road"]]),
        ("How many medals did Japan win in total?", [["3"]]),
        ("Who is the youngest athlete to have won a medal?", [["Aki Mori"]]),
        ("which athletes won a medal", [["Aki Mori"], ["Kei Sato"]]),
    ],
)
def test_customers_and_medals_are_known_by_what_is_stored_of_them(
    games: Ask, question: str, rows: list[list[str]]
) -> None:
    assert told(games(question)) == rows
