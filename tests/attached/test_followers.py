"""Who follows whom: relationships between things of one sort, what two did together, and what proves an age."""

from collections.abc import Callable

import pytest

from kgqa_neo4j.model.answer import Answer, Status
from tests.attached.test_asking import is_unsure, told
from tests.conftest import AttachedThere

Ask = Callable[[str], Answer]

CRITICS = """
UNWIND [['Paul Blake', 1961], ['Angela Scott', 1970], ['Jess Tomlin', 1955], ['Jim Tomlin', 1949],
        ['Ada Holt', 1980], ['Bran Oakes', 1977], ['Dara Fenn', 1990]] AS row
CREATE (:Person {name: row[0], born: row[1]})
WITH collect(1) AS done
UNWIND [['Paul Blake', 'Angela Scott'], ['Angela Scott', 'Jess Tomlin'], ['Jim Tomlin', 'Jess Tomlin']] AS row
MATCH (a:Person {name: row[0]}), (b:Person {name: row[1]}) CREATE (a)-[:FOLLOWS]->(b)
WITH collect(1) AS done
UNWIND ['The Long Pier', 'Salt Road', 'Nine Bells'] AS title CREATE (:Movie {title: title})
WITH collect(1) AS done
UNWIND [['Ada Holt', 'The Long Pier'], ['Ada Holt', 'Salt Road'], ['Bran Oakes', 'Salt Road'],
        ['Dara Fenn', 'Nine Bells']] AS row
MATCH (a:Person {name: row[0]}), (m:Movie {title: row[1]}) CREATE (a)-[:ACTED_IN]->(m)
"""


@pytest.fixture
def asked(attached_there: AttachedThere) -> Ask:
    graph = attached_there(CRITICS)
    return lambda question: graph.ask(question, method="plans")


def test_whom_one_follows_does_not_follow_them(asked: Ask) -> None:
    assert told(asked("Who follows Jess Tomlin?")) == [["Angela Scott"], ["Jim Tomlin"]]
    assert told(asked("Who does Paul Blake follow?")) == [["Angela Scott"]]
    assert is_unsure(asked("Who follows Paul Blake?"), 0.5)


def test_what_two_did_together_is_what_both_did(asked: Ask) -> None:
    answer = asked("What movies did Ada Holt and Bran Oakes act in together?")
    assert told(answer) == [["Salt Road"]] and (answer.confidence or 0.0) > 0.6


def test_an_age_is_proved_by_the_birth(asked: Ask) -> None:
    (fact,) = asked("How old is Ada Holt?").evidence
    triple = fact.triple
    assert [triple.subject.name, triple.relation.name, triple.object.name] == ["Ada Holt", "born", "1980"]


def test_the_first_rows_of_a_table_that_is_withheld_are_kept(attached_there: AttachedThere) -> None:
    graph = attached_there(CRITICS)
    question = "names and births of all persons"
    answer = graph.ask(question, method="plans", min_confidence=0.99)
    assert answer.status is Status.WITHHELD and answer.rows == []
    kept = next(step.data for step in answer.steps if step.kind == "withheld")
    rows = [[cell.name for cell in row] for row in graph.ask(question, method="plans").rows]
    assert (kept["answers"], kept["rows"]) == (7, rows[:5]) and ["Ada Holt", "1980"] in rows


def test_numbers_of_each_come_in_the_order_that_is_told(asked: Ask) -> None:
    for question in ("films per actor, most first", "number of movies per actor in descending order"):
        assert [cell.name for cell in asked(question).rows[0]] == ["Ada Holt", "2"]
    assert [cell.name for cell in asked("movies per actor, fewest first").rows[-1]] == ["Ada Holt", "2"]
