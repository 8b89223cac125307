"""A graph whose verbs are nouns too, with durations, moments, and nodes of several labels."""

from kgqa_neo4j.model.answer import Status
from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

# A rental is kept twice: as a node, and as a relationship between its rider and its bike.
_GRAPH = """
UNWIND [['Ines Roth', 'Lapsed'], ['Omar Diaz', 'Premium'], ['Pia Lund', 'Premium'], ['Teo Marsh', 'Active']] AS row
CREATE (:Person:Rider {name: row[0], status: row[1]})
WITH collect(1) AS done
MATCH (p:Rider) WHERE p.status <> 'Active' SET p:Member
WITH collect(1) AS done
UNWIND [['Comet', 'Tandem'], ['Dart', 'Racer'], ['Ember', 'Tandem']] AS row
CREATE (:Bike {name: row[0], kind: row[1]})
WITH collect(1) AS done
UNWIND [
  ['r1', 'Ines Roth', 'Comet', '2024-05-01T09:00:00Z', 'PT2H30M'],
  ['r2', 'Ines Roth', 'Dart', '2024-05-02T09:00:00Z', 'PT45M'],
  ['r3', 'Omar Diaz', 'Dart', '2024-05-02T15:00:00Z', 'PT5H'],
  ['r4', 'Pia Lund', 'Ember', '2024-05-03T08:00:00Z', 'PT20M'],
  ['r5', 'Omar Diaz', 'Comet', '2024-05-02T07:00:00Z', 'PT1H']
] AS row
MATCH (p:Rider {name: row[1]}), (b:Bike {name: row[2]})
CREATE (p)-[:MAKES_RENTAL]->(r:Rental {id: row[0], start: datetime(row[3]), duration: duration(row[4])})-[:OF_BIKE]->(b)
CREATE (p)-[:RENTED {start: datetime(row[3]), duration: duration(row[4])}]->(b)
"""


asked = asked_fixture(_GRAPH)


def test_a_verb_is_the_relationship_and_a_noun_the_node(asked: Ask) -> None:
    expected = {
        "Who rented Dart?": [["Ines Roth"], ["Omar Diaz"]],
        "Which bikes did Omar Diaz rent?": [["Comet"], ["Dart"]],
        "How many rentals did Omar Diaz make?": [["2"]],
        "Did Pia Lund rent Comet?": [["no"]],
        "Did Omar Diaz rent Comet?": [["yes"]],
        "How many people rented Comet?": [["2"]],
        "Find the riders who rented a tandem.": [["Ines Roth"], ["Omar Diaz"], ["Pia Lund"]],
        "Which riders have never rented a tandem?": [["Teo Marsh"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_a_value_at_the_head_of_a_question_is_what_is_asked_for(asked: Ask) -> None:
    assert told(asked("Which tandems did Ines Roth rent?")) == [["Comet"]]


def test_durations_are_compared_ordered_and_summed_up(asked: Ask) -> None:
    expected = {
        "Which rentals lasted longer than 2 hours?": [["r1"], ["r3"]],
        "How many rentals took less than 50 minutes?": [["2"]],
        "What is the longest rental?": [["r3"]],
        "What is the total duration of the rentals of Ines Roth?": [["3 hours 15 minutes"]],
        "What is the average duration of rentals of Dart?": [["2 hours 52 minutes 30 seconds"]],
        "How long did Ines Roth rent Comet?": [["2 hours 30 minutes"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_moments_of_one_day_have_an_order(asked: Ask) -> None:
    assert told(asked("What is the earliest rental of Omar Diaz?")) == [["r5"]]
    assert told(asked("When did Pia Lund rent Ember?")) == [["2024-05-03T08:00:00+00:00"]]


def test_nodes_are_asked_for_by_two_of_their_labels(asked: Ask) -> None:
    assert told(asked("Which riders are members?")) == [["Ines Roth"], ["Omar Diaz"], ["Pia Lund"]]


def test_what_is_counted_bounds_and_sorts_rows(asked: Ask) -> None:
    expected = {
        "Find the riders who made more than 1 rental and return their names and the number of rentals.": [
            ["Ines Roth", "2"],
            ["Omar Diaz", "2"],
        ],
        "Find the top 2 bikes by the number of rentals.": [["Comet", "2"], ["Dart", "2"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_nobody_is_not_answered_by_somebody_else(asked: Ask) -> None:
    # Comet is a tandem.
    answer = asked("Which riders rented the racer Comet?")
    assert not answer.entities or (answer.confidence or 0) < 0.5


def test_counts_are_averaged(asked: Ask) -> None:
    assert told(asked("What is the average number of rentals per rider?")) == [["1.66667"]]
    answer = asked("For each status, what is the average number of rentals per rider?")
    step = next(step for step in answer.steps if step.kind == "execution")
    assert step.data["plan"]["text"] == (
        ":Rider where count -MAKES_RENTAL-> >= 1 give $ -.status->, average number of $ -MAKES_RENTAL->"
    )
    assert step.data["total"] == 2


def test_rows_are_sorted_by_what_is_counted(asked: Ask) -> None:
    answer = asked("Find the number of rentals for each bike, sorted in descending order.")
    assert [row[1].name for row in answer.rows] == ["2", "2", "1"]


def test_what_cannot_be_computed_is_not_answered_by_its_parts(asked: Ask) -> None:
    answer = asked("Which riders rented more than average?")
    assert answer.status is not Status.ANSWERED or (answer.confidence or 0) < 0.5


def test_a_comparison_with_another_moment_is_not_passed_over(asked: Ask) -> None:
    assert asked("Which riders rented a bike after they became members?").status is not Status.ANSWERED
