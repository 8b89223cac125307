"""Shares of a whole, the first of each group, the first by time, ages at a date, and what neither of two has."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
UNWIND [['Ada Holt', 1964], ['Bran Oakes', 1970], ['Cole Marsh', 1981], ['Dara Fenn', 1990]] AS row
CREATE (:Person {name: row[0], born: row[1]})
WITH collect(1) AS done
UNWIND [['Salt', 1999, 'Drama', 'A town remembers', 'Ada Holt', ['Bran Oakes', 'Cole Marsh']],
  ['Mere', 1999, 'Comedy', null, 'Ada Holt', ['Cole Marsh']],
  ['Fen', 2004, 'Drama', 'Nobody comes back', 'Dara Fenn', ['Bran Oakes', 'Ada Holt', 'Cole Marsh']],
  ['Tarn', 2011, 'Comedy', 'Deep water', 'Dara Fenn', ['Bran Oakes']]] AS row
CREATE (m:Movie {title: row[0], released: row[1], genre: row[2], tagline: row[3], budget: size(row[5]) * 10})
WITH m, row
MATCH (d:Person {name: row[4]}) CREATE (d)-[:DIRECTED]->(m)
WITH m, row UNWIND row[5] AS name
MATCH (a:Person {name: name}) CREATE (a)-[:ACTED_IN]->(m)
"""

_ORDERS = """
UNWIND [['O1', '2024-01-05', '2024-01-09', 'Ann Lee'], ['O2', '2024-02-01', '2024-02-03', 'Ann Lee'],
  ['O3', '2024-03-01', '2024-03-11', 'Bo Ray']] AS row
MERGE (c:Customer {name: row[3]})
CREATE (c)-[:PLACED]->(:Order {number: row[0], orderedOn: date(row[1]), shippedOn: date(row[2])})
WITH collect(1) AS done
MATCH (c:Customer {name: 'Ann Lee'}) SET c.birthday = '1990-06-30'
"""

films, orders = asked_fixture(_GRAPH), asked_fixture(_ORDERS)


def test_a_share_is_of_all_that_its_noun_names(films: Ask) -> None:
    expected = {
        "What percentage of movies were released after 2000?": [["50"]],
        "What percentage of the comedies have a tagline?": [["50"]],
        "What fraction of people have directed a movie?": [["0.5"]],
        "What percentage of Ada Holt's movies are dramas?": [["50"]],
        "What is the percentage of movies with a tagline?": [["75"]],
        "What percentage of actors were born before 1980?": [["66.6667"]],
    }
    assert {question: told(films(question)) for question in expected} == expected


def test_a_percentage_is_said_with_its_sign_and_runs_as_one_statement(films: Ask) -> None:
    answer = films("What percentage of movies were released after 2000?")
    assert answer.text == "50 %"
    statement = next(step.data["cypher"] for step in answer.steps if "cypher" in step.data)
    assert statement.count("MATCH") == 1


def test_a_share_of_what_the_graph_lacks_is_refused(films: Ask) -> None:
    assert (films("What percentage of movies were filmed in Iceland?").confidence or 0.0) < 0.5


def test_the_first_of_each_group_is_kept_with_what_ranks_as_high(films: Ask) -> None:
    expected = {
        "Who is the oldest actor in each movie?": [
            ["Fen", "Ada Holt"], ["Mere", "Cole Marsh"], ["Salt", "Bran Oakes"], ["Tarn", "Bran Oakes"],
        ],
        "What is the latest movie of each director?": [
            ["Ada Holt", "Mere"], ["Ada Holt", "Salt"], ["Dara Fenn", "Tarn"],
        ],
        "Which movie has the highest budget in each genre?": [["Comedy", "Mere"], ["Comedy", "Tarn"], ["Drama", "Fen"]],
        "For each genre, which movie has the most actors?": [["Comedy", "Mere"], ["Comedy", "Tarn"], ["Drama", "Fen"]],
        "Which actor acted in the most movies in each year?": [
            ["1999", "Cole Marsh"], ["2004", "Ada Holt"], ["2004", "Bran Oakes"], ["2004", "Cole Marsh"],
            ["2011", "Bran Oakes"],
        ],
    }  # fmt: skip
    assert {question: told(films(question)) for question in expected} == expected


def test_a_period_is_a_group_too(films: Ask) -> None:
    assert told(films("For each decade, which movie has the most actors?")) == [
        ["1990", "Salt"],
        ["2000", "Fen"],
        ["2010", "Tarn"],
    ]


def test_groups_that_the_graph_does_not_have_are_not_passed_over(films: Ask) -> None:
    assert (films("For each studio, which movie has the most actors?").confidence or 0.0) < 0.5


def test_the_first_by_time_is_kept_alone(films: Ask) -> None:
    expected = {
        "What was the first movie Cole Marsh acted in?": [["Mere"], ["Salt"]],
        "What was the last movie directed by Dara Fenn?": [["Tarn"]],
        "In which year was the last movie released?": [["2011"]],
        "What was the last movie directed by Dara Fenn and who acted in it?": [["Tarn", "Bran Oakes"]],
    }
    found = {question: told(films(question)) for question in expected}
    first = "What was the first movie Cole Marsh acted in?"
    assert found.pop(first)[0] in expected.pop(first)
    assert found == expected


def test_an_age_at_what_happened_is_from_one_date_to_the_other(films: Ask) -> None:
    expected = {
        "How old was Bran Oakes when Tarn was released?": [["41"]],
        "What was the age of Ada Holt when Fen came out?": [["40"]],
    }
    assert {question: told(films(question)) for question in expected} == expected


def test_neither_denies_both(films: Ask) -> None:
    expected = {
        "Which movies did neither Ada Holt nor Bran Oakes act in?": [["Mere"]],
        "Who acted in neither Salt nor Fen?": [["Dara Fenn"]],
    }
    assert {question: told(films(question)) for question in expected} == expected


def test_the_longest_text_is_no_time(films: Ask) -> None:
    assert (films("Which movie has the longest tagline?").confidence or 0.0) < 0.5


def test_days_lie_between_two_dates_of_one_node(orders: Ask) -> None:
    expected = {
        "How many days after it was ordered was O1 shipped?": [["4"]],
        "How long did it take to ship order O1?": [["4"]],
        "How many days passed between order and shipping of O1?": [["4"]],
    }
    assert {question: told(orders(question)) for question in expected} == expected
