"""Films: who did two things to one, in whose company, in which role, and what they gave for it."""

import pytest

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (ada:Person {name: 'Ada Quist', born: 1960}), (bo:Person {name: 'Bo Ferrar', born: 1971}),
  (cy:Person {name: 'Cy Ormond', born: 1955}), (di:Person {name: 'Di Vane', born: 1980}),
  (eve:Person {name: 'Eve Talbot', born: 1990}),
  (tide:Movie {title: 'Low Tide', released: 1994}), (glass:Movie {title: 'Glass Hill', released: 2001}),
  (fog:Movie {title: 'Fog Horn', released: 2008}),
  (ada)-[:ACTED_IN {roles: ['Mona']}]->(tide), (bo)-[:ACTED_IN {roles: ['The Pilot']}]->(tide),
  (cy)-[:ACTED_IN {roles: ['Old Sam']}]->(tide), (ada)-[:ACTED_IN {roles: ['Judge']}]->(glass),
  (bo)-[:ACTED_IN {roles: ['Clerk']}]->(fog),
  (ada)-[:DIRECTED]->(glass), (cy)-[:DIRECTED]->(tide), (di)-[:DIRECTED]->(fog),
  (eve)-[:REVIEWED {summary: 'Slow but fair', rating: 60}]->(tide),
  (eve)-[:REVIEWED {summary: 'A fine thing', rating: 85}]->(glass),
  (di)-[:REVIEWED {summary: 'Too long', rating: 40}]->(tide)
"""

asked = asked_fixture(_GRAPH)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which people both acted in and directed a movie?", [["Ada Quist"], ["Cy Ormond"]]),
        ("What role did Bo Ferrar play in Low Tide?", [["The Pilot"]]),
        ("Who reviewed Low Tide and what rating did they give?", [["Di Vane", "40"], ["Eve Talbot", "60"]]),
        ("Who acted with Ada Quist in Low Tide?", [["Bo Ferrar"], ["Cy Ormond"]]),
        ("Who acted with Ada Quist?", [["Bo Ferrar"], ["Cy Ormond"]]),
    ],
)
def test_a_question_about_films_is_answered_as_it_is_meant(
    asked: Ask, question: str, rows: list[list[str]]
) -> None:
    assert told(asked(question)) == rows
