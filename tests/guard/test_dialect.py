"""Named conditions on times, on a real graph with dates of every precision."""

from collections.abc import Callable
from typing import Any

import pytest

from kgqa_neo4j.guard.dialect import KEYS, expand, told
from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.methods.query.query_execution import run
from kgqa_neo4j.model.literals import text_value
from kgqa_neo4j.store.driver import Database

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
  (oslo)-[:founded {id: '10'}]->(:Entity:Value {id: 'd', name: '1048', datatype: 'number', value: 1048}),
  (oslo)-[:founded {id: '11'}]->(:Entity {id: 'e', name: '12.5'})
"""
POLICY = Policy().allowing(keys=KEYS)
QUERY = "MATCH (:Entity {id: $e1})-[t1:$($r1)]->(x:Entity) WHERE CONDITION RETURN x.name AS name ORDER BY name"


@pytest.fixture
def dated(database: Database, cypher: Cypher) -> Database:
    cypher(MAYORS)
    return database


def names(database: Database, condition: str, relation: str, first: str, last: str) -> str:
    parameters = {"e1": "Oslo", "r1": relation, "from": first, "to": last, "today": "2026-01-01"}
    query = expand(QUERY.replace("CONDITION", condition))
    return " ".join(value.name for value in run(database, query, parameters, POLICY, 60.0)[1].values)


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
        ("during(t1)", "1999-01-31", "2000-03-01", "Ben Cid"),
        ("during(t1)", "2025-01-01", "2025-01-01", "Cid"),
        ("before(t1)", "1994-01-01", "1994-12-31", "Ann"),
        ("before(t1)", "1990-06-01", "1990-06-01", "Ann"),
        ("before(t1)", "1990-01-01", "1990-12-31", ""),
        ("after(t1)", "1994-01-01", "1994-12-31", "Cid"),
        ("after(t1)", "2000-03-30", "2000-03-30", "Cid"),
        ("after(t1)", "2000-03-31", "2000-03-31", ""),
        # Today: what has not ended, and what nothing is known of.
        ("now(t1)", "1990-01-01", "1990-01-01", "Cid Dot"),
        # As seen from today, whatever the period.
        ("past(t1)", "1990-01-01", "1990-01-01", "Ann Ben"),
        ("ended(t1)", "1990-01-01", "1990-01-01", "Ann Ben"),
        ("begun(t1)", "1990-01-01", "1990-01-01", "Ann Ben Cid"),
        ("ahead(t1)", "1990-01-01", "1990-01-01", ""),
        ("until(t1) IS NOT NULL", "1990-01-01", "1990-01-01", "Ann Ben Cid"),
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
        result = run(dated, expand(chain), parameters, POLICY, 60.0)[1]
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
        values = run(dated, expand(query), asked, POLICY, 60.0)[1].values
        assert [value.name for value in values] == expected


def answers(database: Database, query: str, **parameters: str) -> list[str]:
    used = {key: value for key, value in parameters.items() if f"${key}" in expand(query)}
    return [told(value).name for value in run(database, expand(query), used, POLICY, 60.0)[1].values]


def test_the_age_of_a_time_is_up_to_today(dated: Database) -> None:
    query = "MATCH (:Entity {id: $e1})-[:$($r1)]->(x {id: 'b'}) RETURN lasted(x) AS answer"
    assert answers(dated, query, e1="Oslo", r1="founded", today="2026-02-03") == ["978 years 1 month 2 days"]


def test_what_ended_at_an_unknown_time_holds_no_more_and_lasted_nobody_knows_how_long(
    dated: Database, cypher: Cypher
) -> None:
    cypher("MATCH (:Entity)-[t:mayor {id: '3'}]->() SET t.end_time_unknown = true")
    assert names(dated, "now(t1)", "mayor", "1990-01-01", "1990-01-01") == "Dot"
    assert names(dated, "during(t1)", "mayor", "2000-05-01", "2000-05-01") == "Cid"
    query = "MATCH (:Entity {id: $e1})-[t1:$($r1)]->(x {id: $e2}) RETURN lasted(t1) AS answer"
    assert answers(dated, query, e1="Oslo", e2="Cid", r1="mayor", today="2001-03-01") == []
    cypher("MATCH (:Entity)-[t:mayor {id: '3'}]->() SET t.end_time = date('2000-04-01')")
    assert answers(dated, query, e1="Oslo", e2="Cid", r1="mayor", today="2001-03-01") == ["1 month"]


@pytest.mark.parametrize("value", ["'1994'", "1994", "[1994]", "true", "datetime('1994-01-01')"])
@pytest.mark.parametrize("name", ["start_time", "end_time", "point_in_time"])
def test_what_is_no_date_is_no_time(dated: Database, cypher: Cypher, value: str, name: str) -> None:
    cypher(
        "MATCH (o:Entity {id: 'Oslo'}), (a:Entity {id: 'Ann'}) "
        f"CREATE (o)-[:twinned {{id: 't', {name}: {value}, {name}_precision: 'year'}}]->(a)"
    )
    for condition in ("during(t1)", "before(t1)", "after(t1)"):
        assert names(dated, condition, "twinned", "1900-01-01", "2000-12-31") == "", condition
    assert names(dated, "now(t1)", "twinned", "1900-01-01", "2000-12-31") == "Ann"
    query = "MATCH (:Entity {id: $e1})-[t1:$($r1)]->(x:Entity) RETURN {} AS answer ORDER BY time(t1)"
    for returned in ("start(t1)", "end(t1)", "time(t1)", "lasted(t1)"):
        asked = query.replace("{}", returned)
        assert answers(dated, asked, e1="Oslo", r1="twinned", today="2026-01-01") == [], returned


def test_beside_what_is_no_date_a_date_still_counts(dated: Database, cypher: Cypher) -> None:
    cypher(
        "MATCH (o:Entity {id: 'Oslo'}), (a:Entity {id: 'Ann'}) "
        "CREATE (o)-[:twinned {id: 't', start_time: 'spring', start_time_precision: 'decade', "
        "point_in_time: date('1994-01-01'), point_in_time_precision: 'year'}]->(a)"
    )
    assert names(dated, "during(t1)", "twinned", "1994-12-31", "1994-12-31") == "Ann"
    assert names(dated, "during(t1)", "twinned", "1995-01-01", "1995-01-01") == ""


@pytest.mark.parametrize(
    ("value", "precision", "expected"),
    [
        ("-0043-03-15", "null", "44-03-15 BCE"),
        ("-0043-01-01", "'year'", "44 BCE"),
        ("-0099-01-01", "'century'", "1st century BCE"),
        ("0000-01-01", "'year'", "1 BCE"),
        ("+12000-01-01", "'year'", "12000"),
        ("0476-09-04", "null", "0476-09-04"),
    ],
)
def test_times_that_the_driver_cannot_read_are_returned_all_the_same(
    dated: Database, cypher: Cypher, value: str, precision: str, expected: str
) -> None:
    cypher(
        "MATCH (o:Entity {id: 'Oslo'}) CREATE (o)-[:died {id: 't', "
        f"point_in_time: date('{value}'), point_in_time_precision: {precision}}}]->(:Entity {{id: 'v', "
        f"name: 'v', datatype: 'time', value: date('{value}'), precision: {precision}}})"
    )
    for returned in ("time(t1)", "time(x)"):
        query = f"MATCH (:Entity {{id: $e1}})-[t1:$($r1)]->(x) RETURN {returned} AS answer ORDER BY {returned}"
        assert answers(dated, query, e1="Oslo", r1="died", today="2026-01-01") == [expected]
    query = QUERY.replace("CONDITION", "before(t1) AND before(x)").replace("x.name AS name ORDER BY name", "x")
    parameters = {"e1": "Oslo", "r1": "died", "from": "+20000-01-01", "to": "+20000-12-31"}
    assert [one.id for one in run(dated, expand(query), parameters, POLICY, 60.0)[1].entities] == ["v"]


def test_a_text_that_is_no_such_time_stays_what_it_is() -> None:
    for text in ("44 BCE", "-0043-03-15", "-0043-03-15/hour", "x/day"):
        assert told(text_value(text)) == text_value(text)


@pytest.mark.parametrize("value", ["'Red Sky'", "['Blue', 'Red Sky']"])
def test_a_qualifier_is_a_text_or_a_list_that_has_it(dated: Database, cypher: Cypher, value: str) -> None:
    cypher(f"MATCH (:Entity)-[t:mayor {{id: '2'}}]->() SET t.for_work = {value}")
    cypher("MATCH (:Entity)-[t:mayor {id: '3'}]->() SET t.for_work = 'Red'")
    query = expand(QUERY.replace("CONDITION", 't1.for_work = "Red Sky"'))
    policy = POLICY.allowing(keys=["for_work"])
    found = run(dated, query, {"e1": "Oslo", "r1": "mayor"}, policy, 60.0)[1].values
    assert [one.name for one in found] == ["Ben"]


@pytest.mark.parametrize(
    ("one", "other", "earlier"),
    [
        ("b", "c", True),
        ("c", "b", False),
        ("b", "b", False),
        ("a", "b", False),
        ("b", "a", False),
        ("b", "d", False),
    ],
)
def test_a_time_is_earlier_if_it_is_over_before_the_other(
    dated: Database, one: str, other: str, earlier: bool
) -> None:
    query = "MATCH (x:Entity {id: $e1}), (y:Entity {id: $e2}) WHERE earlier(x, y) RETURN x"
    found = run(dated, expand(query), {"e1": one, "e2": other}, POLICY, 60.0)[1].entities
    assert [entity.id for entity in found] == [one] * earlier


@pytest.mark.parametrize(
    ("end", "precision", "over"),
    [
        ("2025-12-31", "day", True),
        ("2026-01-01", "day", False),
        ("2026-01-01", "year", False),
        ("2020-01-01", "decade", False),
        ("2025-01-01", "year", True),
    ],
)
def test_what_may_end_today_or_later_has_not_ended(
    dated: Database, cypher: Cypher, end: str, precision: str, over: bool
) -> None:
    cypher(
        "MATCH ()-[t:mayor {id: '2'}]->() SET t.end_time = date($end), t.end_time_precision = $precision",
        end=end,
        precision=precision,
    )
    assert ("Ben" in names(dated, "ended(t1)", "mayor", "1990-01-01", "1990-01-01")) is over


def test_an_event_is_past_but_has_not_ended_and_an_unknown_end_is_one(dated: Database, cypher: Cypher) -> None:
    day = "1990-01-01"
    assert names(dated, "past(t1)", "visited_by", day, day) == "Ann Ben"
    assert names(dated, "ended(t1)", "visited_by", day, day) == ""
    cypher("MATCH ()-[t:mayor {id: '4'}]->() SET t.end_time_unknown = true")
    assert names(dated, "ended(t1)", "mayor", day, day) == "Ann Ben Dot"
    cypher("MATCH ()-[t:mayor {id: '3'}]->() SET t.start_time = date('2026-03-01')")
    assert names(dated, "ahead(t1)", "mayor", day, day) == "Cid"


PAIR = (
    "MATCH (:Entity {id: $e1})-[t1:$($r1)]->(x:Entity), (:Entity {id: $e1})-[t2:$($r1)]->(y:Entity) "
    "WHERE x.id <> y.id AND CONDITION RETURN x.name + ' ' + y.name AS name ORDER BY name"
)


@pytest.mark.parametrize(
    ("condition", "relation", "expected"),
    [
        ("sooner(t1, t2)", "mayor", ["Ann Ben", "Ann Cid", "Ben Cid"]),
        ("later(t1, t2)", "mayor", ["Ben Ann", "Cid Ann", "Cid Ben"]),
        # The decade of one visit holds the day of the other: neither is surely before.
        ("sooner(t1, t2)", "visited_by", []),
        ("meanwhile(t1, t2)", "visited_by", ["Ann Ben", "Ben Ann"]),
        ("meanwhile(t1, t2)", "mayor", []),
        ("same_year(t1, t2)", "mayor", []),
        ("later(x, y)", "founded", ["1049 1048"]),
        ("sooner(x, y)", "founded", ["1048 1049"]),
    ],
)
def test_the_times_of_two_facts_are_compared_with_their_precision(
    dated: Database, condition: str, relation: str, expected: list[str]
) -> None:
    parameters = {"e1": "Oslo", "r1": relation, "today": "2026-01-01"}
    query = expand(PAIR.replace("CONDITION", condition))
    found = {value.name for value in run(dated, query, parameters, POLICY, 60.0)[1].values}
    assert sorted(found) == expected


def test_an_open_end_lasts_and_half_a_year_of_overlap_is_enough(dated: Database, cypher: Cypher) -> None:
    cypher("MATCH ()-[t:mayor {id: '4'}]->() SET t.start_time = date('1994-09-01')")
    parameters = {"e1": "Oslo", "r1": "mayor", "today": "2026-01-01"}
    found = run(dated, expand(PAIR.replace("CONDITION", "meanwhile(t1, t2)")), parameters, POLICY, 60.0)[1]
    assert sorted(value.name for value in found.values) == ["Ben Dot", "Cid Dot", "Dot Ben", "Dot Cid"]
    found = run(dated, expand(PAIR.replace("CONDITION", "same_year(t1, t2)")), parameters, POLICY, 60.0)[1]
    assert sorted(value.name for value in found.values) == ["Ben Dot", "Dot Ben"]
