"""What holds now, what superlatives are measured by, and phrases that say nothing, on a property graph."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer, Status
from tests.attached.test_asking import Ask, told
from tests.conftest import AttachedThere

_GRAPH = """
CREATE (ivo:Player {realName: 'Ivo Brandt', nickname: 'Kite'}), (una:Player {realName: 'Una Weir', nickname: 'Fern'}),
  (lars:Player {realName: 'Lars Holm', nickname: 'Oak'}),
  (mo:Coach {realName: 'Mo Tarrant', nickname: 'Sage'}), (pia:Coach {realName: 'Pia Lund', nickname: 'Rook'}),
  (fox:Team {name: 'Fox Union', foundedYear: 2014, fans: 1200}),
  (elk:Team {name: 'Elk Guard', foundedYear: 2009, fans: 4100}),
  (cola:Sponsor {name: 'Brisk Cola', budgetUsd: 90000}),
  (ivo)-[:PLAYS_FOR {since: 2019, until: 2021, role: 'captain'}]->(fox),
  (una)-[:PLAYS_FOR {since: 2020, role: 'captain'}]->(fox),
  (lars)-[:PLAYS_FOR {since: 2018, role: 'support'}]->(elk),
  (ivo)-[:PLAYS_FOR {since: 2021, role: 'captain'}]->(elk),
  (mo)-[:COACHES {since: 2017, until: 2022}]->(fox), (pia)-[:COACHES {since: 2022}]->(fox),
  (mo)-[:COACHES {since: 2022}]->(elk),
  (cola)-[:SPONSORS {since: 2018, amountUsd: 5000}]->(elk), (cola)-[:SPONSORS {since: 2016, amountUsd: 9000}]->(fox)
"""


@pytest.fixture
def graph(attached_there: AttachedThere) -> KnowledgeGraph:
    return attached_there(_GRAPH)


@pytest.fixture
def asked(graph: KnowledgeGraph) -> Ask:
    def ask(question: str) -> Answer:
        return graph.ask(question, method="plans")

    return ask


def test_what_holds_now_has_not_ended(asked: Ask) -> None:
    expected = {
        "Who currently coaches Fox Union?": [["Pia Lund"]],
        "Who is the current captain of Fox Union? nickname": [["Fern"]],
        "Which team does Ivo Brandt play for at the moment?": [["Elk Guard"]],
        # What is not said to hold now may have ended.
        "Which teams has Ivo Brandt played for?": [["Elk Guard"], ["Fox Union"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected
    steps = asked("Who currently coaches Fox Union?").steps
    assert any(".until IS NULL" in step.data.get("cypher", "") for step in steps)


def test_a_year_asks_since_when_things_are_related(asked: Ask) -> None:
    assert told(asked("From which year has Brisk Cola been sponsoring Elk Guard?")) == [["2018"]]


def test_by_says_what_a_superlative_is_measured_by(asked: Ask) -> None:
    expected = {
        "What's the oldest team, by founding year?": [["Elk Guard"]],
        "What's the biggest team going by fans?": [["Elk Guard"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_across_all_makes_one_number(asked: Ask) -> None:
    assert told(asked("How many fans are there across all of our teams?")) == [["5300"]]


@pytest.mark.parametrize(
    "question",
    [
        "What is the shoe size of Ivo Brandt?",
        "Una Weir's landlord",
        "How many teams own a yacht?",
        "What is the blood group of Lars Holm?",
        "What is the melting point of Brisk Cola?",
        "Is Elk Guard vaccinated?",
    ],
)
def test_what_the_graph_lacks_is_not_answered(asked: Ask, question: str) -> None:
    assert asked(question).status is not Status.ANSWERED


def test_a_year_is_said_of_what_is_named_and_not_of_who_did_it(attached_there: AttachedThere) -> None:
    films = """
    CREATE (tom:Person {name: 'Tom Roth', born: 1956}), (meg:Person {name: 'Meg Lind', born: 1961}),
      (a:Film {title: 'Red Harbour', released: 1990}), (b:Film {title: 'Slow Rain', released: 1993}),
      (c:Film {title: 'The Long Mile', released: 1999}),
      (tom)-[:ACTED_IN]->(a), (tom)-[:ACTED_IN]->(c), (meg)-[:ACTED_IN]->(b)
    """
    answer = attached_there(films).ask("What films did Tom Roth act in before 1995?", method="plans")
    assert told(answer) == [["Red Harbour"]]
