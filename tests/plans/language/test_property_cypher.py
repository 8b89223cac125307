"""Queries over a property graph compile to one readable statement, whatever its names are."""

import pytest

from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language import property_values
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.property_cypher import PropertyCompiler
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Measure, Order, Pattern, Query
from kgqa_neo4j.plans.plan import Move

HOSTILE = "x`) DETACH DELETE n //"
TEXT = ("STRING",)
SCHEMA = PropertyGraphSchema(
    (
        Label(
            "Person",
            9,
            (
                Property("name", ValueType.TEXT, TEXT),
                Property("born", ValueType.DATE, TEXT, "%d/%m/%Y"),
                Property("height", ValueType.NUMBER, TEXT, samples=("1,720",)),
                Property("hired", ValueType.DATE, ("INTEGER",), "%Y%m%d"),
                Property("tags", ValueType.LIST, ("LIST",)),
            ),
            ("name",),
        ),
        Label(
            "Movie",
            9,
            (
                Property("title", ValueType.TEXT, TEXT),
                Property("released", ValueType.NUMBER, ("INTEGER",)),
                Property("on air", ValueType.DATE, ("DATE",)),
            ),
            ("title",),
        ),
        Label(HOSTILE, 1, (Property(HOSTILE, ValueType.TEXT, TEXT),), (HOSTILE,)),
    ),
    (
        RelationshipType(
            "ACTED_IN",
            9,
            (Connection("Person", "ACTED_IN", "Movie", 9),),
            (Property("minutes", ValueType.NUMBER, ("INTEGER",)),),
        ),
        RelationshipType("KNOWS", 9, (Connection("Person", "KNOWS", "Person", 9),), symmetric=True),
        RelationshipType(HOSTILE, 9, (Connection("Person", HOSTILE, HOSTILE, 9),)),
    ),
)
GOLDEN = {
    ':Movie where <-ACTED_IN- (:Person where -.name-> = "Ada") and -.released-> > 2000 give $ -.title->': [
        "MATCH (m:Movie)<-[:ACTED_IN]-(:Person {name: $p1}) WHERE m.released > $p2",
        "WITH DISTINCT m",
        "RETURN m.title",
        "LIMIT $limit",
    ],
    ":Person where -ACTED_IN->{minutes > 5} as $m (:Movie) "
    "give $, average $m{minutes}, count $m sorted by 3 down first 2": [
        "MATCH (p:Person)-[r:ACTED_IN]->(m:Movie) WHERE r.minutes > $p1",
        "WITH p, avg(r.minutes) AS value2, count(m) AS value3",
        "RETURN p.name, value2, value3",
        "ORDER BY value3 DESC",
        "LIMIT $limit",
    ],
    ":Person where count -ACTED_IN-> (:Movie where -.released-> = 1999) >= 2 and not -KNOWS-> (:Person)": [
        "MATCH (p:Person)",
        "WHERE COUNT { MATCH (p)-[:ACTED_IN]->(m:Movie {released: $p1}) RETURN DISTINCT m } >= $p2 AND "
        "NOT EXISTS { MATCH (p)-[:KNOWS]-(:Person) }",
        "RETURN DISTINCT p.name AS name, elementId(p) AS id ORDER BY name LIMIT $limit",
    ],
    ":Person where -.born-> < 1990 and -.height-> >= 1000 and -.hired-> >= 2020-02-00": [
        "MATCH (p:Person)",
        "WHERE CASE WHEN size(split(p.born, '/')) = 3 THEN date({year: toInteger(split(p.born, '/')[2]), "
        "month: toInteger(split(p.born, '/')[1]), day: toInteger(split(p.born, '/')[0])}) END < date($p1) AND "
        "toFloatOrNull(replace(p.height, ',', '')) >= $p2 AND p.hired >= $p3",
        "RETURN DISTINCT p.name AS name, elementId(p) AS id ORDER BY name LIMIT $limit",
    ],
    'count of :Person where -.tags-> = "new" and not -.name-> contains "x"': [
        "MATCH (p:Person) WHERE $p1 IN p.tags AND NOT (toLower(p.name) CONTAINS $p2)",
        "RETURN count(p) AS value",
    ],
    ":Movie where -`.on air`-> >= 2001-05-00 give distinct $ -`.on air`->": [
        "MATCH (m:Movie) WHERE m.`on air` >= date($p1)",
        "RETURN DISTINCT m.`on air`",
        "LIMIT $limit",
    ],
    ":Person where -.tags-> give $ -.tags->, hidden count $ sorted by 2 down first 1": [
        "MATCH (p:Person) WHERE p.tags IS NOT NULL",
        "UNWIND p.tags AS item",
        "WITH item AS column1, count(p) AS column2",
        "RETURN column1",
        "ORDER BY column2 DESC",
        "LIMIT $limit",
    ],
    ":Person give distinct each $ -.tags->": [
        "MATCH (p:Person)",
        "UNWIND p.tags AS item",
        "RETURN DISTINCT item",
        "LIMIT $limit",
    ],
    ":Movie give $, hidden $ -.released-> sorted by 2 down first 1": [
        "MATCH (m:Movie)",
        "WITH m.title AS column1, m.released AS column2",
        "WHERE column2 IS NOT NULL",
        "RETURN column1",
        "ORDER BY column2 DESC",
        "LIMIT $limit",
    ],
    ":Person where -KNOWS-> give average number of $ -ACTED_IN->": [
        "MATCH (p:Person)-[:KNOWS]-(:Person)",
        "WITH DISTINCT p",
        "RETURN avg(COUNT { (p)-[:ACTED_IN]->(:Movie) })",
        "LIMIT $limit",
    ],
    "average count -ACTED_IN-> of :Person": [
        "MATCH (p:Person)",
        "RETURN avg(COUNT { (p)-[:ACTED_IN]->(:Movie) })",
        "LIMIT $limit",
    ],
    ":Person where count -ACTED_IN-> >= 1 give $, maximum number of $ -ACTED_IN->": [
        "MATCH (p:Person) WHERE COUNT { (p)-[:ACTED_IN]->(:Movie) } >= $p1",
        "WITH p, max(COUNT { (p)-[:ACTED_IN]->(:Movie) }) AS value2",
        "RETURN p.name, value2",
        "ORDER BY p.name",
        "LIMIT $limit",
    ],
    "average -.released-> of :Movie": ["MATCH (m:Movie)", "RETURN avg(m.released)", "LIMIT $limit"],
}


def compiled(text: str) -> tuple[list[str], dict[str, object]]:
    statement = PropertyCompiler(SCHEMA).compiled(parse_query(text), 10)
    return statement.text.split("\n"), statement.parameters


@pytest.mark.parametrize("text", GOLDEN)
def test_a_query_compiles_to_one_idiomatic_statement(text: str) -> None:
    assert compiled(text)[0] == GOLDEN[text]


def test_names_that_would_end_the_statement_are_quoted_and_values_are_parameters() -> None:
    name = HOSTILE.replace("`", "``")
    lines, parameters = compiled(f':Person where -`{name}`-> (:`{name}` where -`.{name}`-> = "it\'s `")')
    assert lines[0] == f"MATCH (p:Person)-[:`{name}`]->(:`{name}` {{`{name}`: $p1}})"
    assert parameters["p1"] == "it's `"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":Nobody", "no label 'Nobody'"),
        (":Person where -LIKES->", "no relation 'LIKES'"),
        (":Person where -.age-> > 3", "have no property 'age'"),
        (":Person where -ACTED_IN->{pay > 3}", "have no property 'pay'"),
        (":Person give $x", "no branch is called $x"),
        (":Person where -.name-> -ACTED_IN->", "no relation '.name'"),
    ],
)
def test_what_the_schema_lacks_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("$", r"\$")):
        compiled(text)


def test_an_overall_value_is_made_before_what_is_compared_with_it() -> None:
    query = parse_query(":Movie where $ -.released-> > average -.released-> of (:Movie)")
    statement = PropertyCompiler(SCHEMA).compiled(query, 5)
    assert statement.text.splitlines()[:2] == [
        "CALL () { MATCH (m2:Movie) RETURN avg(m2.released) AS average }",
        "MATCH (m:Movie) WHERE m.released > average",
    ]


def test_years_until_a_day_are_counted_as_the_property_is_stored() -> None:
    query = parse_query("value years from -.born-> to 2026-11-27 of :Person")
    statement = PropertyCompiler(SCHEMA).compiled(query, 5)
    assert "duration.between(" in statement.text and "2026-11-27" in statement.parameters.values()
    query = parse_query("value years from -.released-> to 2026-11-27 of :Movie")
    assert 2026 in PropertyCompiler(SCHEMA).compiled(query, 5).parameters.values()
    with pytest.raises(InputError, match="not a date"):
        PropertyCompiler(SCHEMA).compiled(parse_query("value days from -.height-> to 2026-11-27 of :Person"), 5)


def test_a_moment_is_compared_as_it_was_written() -> None:
    facts = Property("starttime", ValueType.DATETIME, ("ZONED DATETIME",))
    text = property_values.tested(
        "v.starttime", facts, Comparison.GREATER, "2020-04-20T08:15:00Z", lambda value: "$p1"
    )
    assert text == "v.starttime > datetime($p1)"


def test_values_are_not_counted_for_an_order() -> None:
    order = Order(Measure((Move(property_relation("name"), True),), count=True), True)
    with pytest.raises(InputError, match="cannot be counted"):
        PropertyCompiler(SCHEMA).compiled(Query(Pattern(label="Person"), order=order), 10)


def test_what_leads_to_nodes_is_compared_by_their_names() -> None:
    query = parse_query(
        ':Person where $ -ACTED_IN-> = [\\["node", "Person", "name", "Ada"\\]] -ACTED_IN-> give $'
    )
    text = PropertyCompiler(SCHEMA).compiled(query, 5).text
    assert "m.title = head(COLLECT {" in text and "RETURN m2.title" in text
