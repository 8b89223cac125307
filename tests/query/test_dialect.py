"""Named conditions on times, on a real graph with dates of every precision."""

from collections.abc import Callable
from typing import Any

import pytest

from kgqa_neo4j.database.driver import Database
from kgqa_neo4j.query.dialect import expand
from kgqa_neo4j.query.execution import run
from kgqa_neo4j.query.policy import Policy

Cypher = Callable[..., list[dict[str, Any]]]
MAYORS = """
CREATE (oslo:Entity {id: 'Oslo', name: 'Oslo'}), (ann:Entity {id: 'Ann', name: 'Ann'}),
  (ben:Entity {id: 'Ben', name: 'Ben'}), (cid:Entity {id: 'Cid', name: 'Cid'}),
  (dot:Entity {id: 'Dot', name: 'Dot'}),
  (oslo)-[:mayor {id: '1', start_time: date('1990-01-01'), start_time_precision: 'year',
    end_time: date('1994-06-30')}]->(ann),
  (oslo)-[:mayor {id: '2', start_time: date('1994-07-01'), end_time: date('1999-01-01'),
    end_time_precision: 'year'}]->(ben),
  (oslo)-[:mayor {id: '3', start_time: date('2000-03-01'), start_time_precision: 'month'}]->(cid),
  (oslo)-[:mayor {id: '4'}]->(dot),
  (oslo)-[:visited_by {id: '5', point_in_time: date('1980-01-01'), point_in_time_precision: 'decade'}]->(ann),
  (oslo)-[:visited_by {id: '6', point_in_time: date('1988-05-17')}]->(ben),
  (oslo)-[:founded {id: '7'}]->(:Entity:Value {id: 'a', name: '11th century', datatype: 'time',
    value: date('1001-01-01'), precision: 'century'}),
  (oslo)-[:founded {id: '8'}]->(:Entity:Value {id: 'b', name: '1048', datatype: 'time',
    value: date('1048-01-01'), precision: 'year'}),
  (oslo)-[:founded {id: '9'}]->(:Entity {id: 'c', name: '1049'}),
  (oslo)-[:founded {id: '10'}]->(:Entity:Value {id: 'd', name: '1048', datatype: 'number', value: 1048})
"""
QUERY = "MATCH (:Entity {id: $e1})-[t1:$($r1)]->(x:Entity) WHERE CONDITION RETURN x.name AS name ORDER BY name"


@pytest.fixture
def dated(database: Database, cypher: Cypher) -> Database:
    cypher(MAYORS)
    return database


def names(database: Database, condition: str, relation: str, first: str, last: str) -> str:
    parameters = {"e1": "Oslo", "r1": relation, "from": first, "to": last, "today": "2026-01-01"}
    query = expand(QUERY.replace("CONDITION", condition))
    return " ".join(value.name for value in run(database, query, parameters, Policy(), 60.0)[1].values)


@pytest.mark.parametrize(
    ("condition", "first", "last", "expected"),
    [
        # A fact whose time is known to the year agrees with every day of that year.
        ("during(t1)", "1990-12-31", "1990-12-31", "Ann"),
        ("during(t1)", "1989-12-31", "1989-12-31", ""),
        ("during(t1)", "1994-06-30", "1994-06-30", "Ann"),
        ("during(t1)", "1994-01-01", "1994-12-31", "Ann Ben"),
        ("during(t1)", "1999-12-31", "1999-12-31", "Ben"),
        ("during(t1)", "2000-01-01", "2000-02-29", ""),
        ("during(t1)", "2000-03-31", "2000-03-31", "Cid"),
        ("during(t1)", "2025-01-01", "2025-01-01", "Cid"),
        ("before(t1)", "1994-01-01", "1994-12-31", "Ann"),
        ("before(t1)", "1990-06-01", "1990-06-01", "Ann"),
        ("before(t1)", "1990-01-01", "1990-12-31", ""),
        ("after(t1)", "1994-01-01", "1994-12-31", "Cid"),
        ("after(t1)", "2000-03-30", "2000-03-30", "Cid"),
        ("after(t1)", "2000-03-31", "2000-03-31", ""),
        # Today: what has not ended, and what nothing is known of.
        ("now(t1)", "1990-01-01", "1990-01-01", "Cid Dot"),
    ],
)
def test_facts_with_a_beginning_and_an_end(
    dated: Database, condition: str, first: str, last: str, expected: str
) -> None:
    assert names(dated, condition, "mayor", first, last) == expected


@pytest.mark.parametrize(
    ("condition", "first", "last", "expected"),
    [
        ("during(t1)", "1988-05-17", "1988-05-17", "Ann Ben"),
        ("during(t1)", "1989-12-31", "1989-12-31", "Ann"),
        ("during(t1)", "1990-01-01", "1990-01-01", ""),
        ("before(t1)", "1988-05-18", "1988-05-18", "Ann Ben"),
        ("after(t1)", "1988-05-17", "1988-05-17", "Ann"),
    ],
)
def test_facts_at_a_point_in_time(
    dated: Database, condition: str, first: str, last: str, expected: str
) -> None:
    assert names(dated, condition, "visited_by", first, last) == expected


@pytest.mark.parametrize(
    ("condition", "first", "last", "expected"),
    [
        ("during(x)", "1048-07-01", "1048-07-01", "1048 11th century"),
        ("during(x)", "1049-07-01", "1049-07-01", "1049 11th century"),
        ("during(x)", "1100-12-31", "1100-12-31", "11th century"),
        ("before(x)", "1049-01-01", "1049-12-31", "1048 11th century"),
        ("after(x)", "1048-01-01", "1048-12-31", "1049 11th century"),
    ],
)
def test_values_are_times_with_their_precision_and_names_of_four_digits_years(
    dated: Database, condition: str, first: str, last: str, expected: str
) -> None:
    assert names(dated, condition, "founded", first, last) == expected


def test_of_several_facts_all_that_are_dated_must_agree_and_one_must_be(
    dated: Database, cypher: Cypher
) -> None:
    cypher(
        "MATCH (o:Entity {id: 'Oslo'}), (a:Entity {id: 'Ann'}), (b:Entity {id: 'Ben'}) "
        "CREATE (a)-[:spouse {id: 's', start_time: date('1992-01-01'), end_time: date('1992-12-31')}]->"
        "(:Entity {id: 'Eve', name: 'Eve'}),"
        " (b)-[:spouse {id: 'u'}]->(:Entity {id: 'Fay', name: 'Fay'})"
    )
    chain = (
        "MATCH (:Entity {id: $e1})-[t1:$($r1)]->(y1:Entity)-[t2:$($r2)]->(x:Entity) "
        "WHERE during(t1, t2) RETURN x.name AS name ORDER BY name"
    )
    found = {}
    for year in (1991, 1992, 1995, 2010):
        parameters = {
            "e1": "Oslo",
            "r1": "mayor",
            "r2": "spouse",
            "from": f"{year}-01-01",
            "to": f"{year}-12-31",
        }
        result = run(dated, expand(chain), parameters, Policy(), 60.0)[1]
        found[year] = [value.name for value in result.values]
    assert found == {1991: [], 1992: ["Eve"], 1995: ["Fay"], 2010: []}


def test_times_and_durations_are_returned(dated: Database) -> None:
    parameters = {"e1": "Oslo", "r1": "mayor", "today": "2000-03-11"}
    for returned, expected in (
        ("start(t1)", ["1990", "1994-07-01", "2000-03"]),
        ("end(t1)", ["1994-06-30", "1999"]),
        ("lasted(t1)", ["4 years 5 months 29 days", "4 years 6 months", "10 days"]),
    ):
        query = f"MATCH (:Entity {{id: $e1}})-[t1:$($r1)]->(x) RETURN {returned} AS answer ORDER BY start(t1)"
        asked = {key: value for key, value in parameters.items() if f"${key}" in expand(query)}
        values = run(dated, expand(query), asked, Policy(), 60.0)[1].values
        assert [value.name for value in values] == expected
