"""Statements about an attached graph are read as queries of the plan language, where one says the same."""

import pytest

from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.methods.attached_teaching.statement_queries import query_of_statement
from kgqa_neo4j.methods.attached_teaching.statement_terms import NotTranslatable
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.text import query_text

TEXT = ("STRING",)
SCHEMA = PropertyGraphSchema(
    (
        Label(
            "Person",
            9,
            (Property("name", ValueType.TEXT, TEXT), Property("born", ValueType.DATE, TEXT, "%d/%m/%Y")),
            ("name",),
        ),
        Label(
            "Movie",
            9,
            (Property("title", ValueType.TEXT, TEXT), Property("released", ValueType.NUMBER, ("INTEGER",))),
            ("title",),
        ),
    ),
    (
        RelationshipType(
            "ACTED_IN",
            9,
            (Connection("Person", "ACTED_IN", "Movie", 9),),
            (Property("minutes", ValueType.NUMBER, ("INTEGER",)),),
        ),
        RelationshipType("DIRECTED", 9, (Connection("Person", "DIRECTED", "Movie", 9),)),
        RelationshipType("KNOWS", 9, (Connection("Person", "KNOWS", "Person", 9),), symmetric=True),
    ),
)
READ = {
    "MATCH (m:Movie {title: 'Big'}) RETURN m.released": ':Movie where -.title-> = "Big" give $ -.released->',
    "MATCH (p:Person)-[:ACTED_IN]->(m:Movie) WHERE m.released >= 1990 AND m.released < 2000 RETURN DISTINCT p.name": (
        ":Person where -ACTED_IN-> (:Movie where -.released-> (any where >= 1990 and < 2000)) "
        "give distinct $ -.name->"
    ),
    "MATCH (m:Movie)<-[r:ACTED_IN]-(p:Person) WITH m.title AS title, count(DISTINCT p) AS n, avg(r.minutes) AS a "
    "WHERE n > 2 RETURN title, n, a ORDER BY n DESC LIMIT 5": (
        ":Movie where <-ACTED_IN- as $v1 (:Person) give $ -.title->, count distinct $v1, average $v1{minutes} "
        "having count distinct $v1 > 2 sorted by 2 down first 5"
    ),
    "MATCH (p:Person)-[r:ACTED_IN]->(m:Movie)<-[:DIRECTED]-(d:Person) RETURN d.name, avg(r.minutes), count(p)": (
        ":Person where -DIRECTED-> (:Movie where <-ACTED_IN- as $v2 (:Person)) "
        "give $ -.name->, average $v2{minutes}, count $v2"
    ),
    "MATCH (p:Person) WHERE NOT (p)-[:DIRECTED]->(:Movie) RETURN count(p)": (
        ":Person where not -DIRECTED-> (:Movie) give count $"
    ),
    "MATCH (p) WHERE EXISTS { (p)-[:DIRECTED]->(:Movie {title: 'Big'}) } AND p:Person RETURN p.name": (
        ':Person where -DIRECTED-> (:Movie where -.title-> = "Big") give $ -.name->'
    ),
    "MATCH (m:Movie) WHERE m.title IN ['Big', 'Up'] RETURN m.title": (
        ':Movie where (-.title-> = "Big" or -.title-> = "Up") give $ -.title->'
    ),
    "MATCH (m:Movie) WHERE m.title CONTAINS 'x' AND m.released IS NOT NULL RETURN m ORDER BY m.released LIMIT 1": (
        ':Movie where -.title-> contains "x" and -.released-> min by -.released-> give $'
    ),
    "MATCH (p:Person {name: 'Ada'})-[:KNOWS]-(q:Person) RETURN q.name": (
        ':Person where <-KNOWS- (:Person where -.name-> = "Ada") give $ -.name->'
    ),
}


@pytest.mark.parametrize("statement", [one for one, text in READ.items() if text])
def test_a_statement_is_read_as_the_query_that_says_it(statement: str) -> None:
    query = query_of_statement(statement, SCHEMA)
    assert query_text(query) == READ[statement]
    assert parse_query(query_text(query)) == query


def test_whether_there_is_any_is_a_query_for_yes_or_no() -> None:
    query = query_of_statement(
        "MATCH (p:Person {name: 'Ada'})-[:ACTED_IN]->(m:Movie) RETURN count(m) > 0", SCHEMA
    )
    assert query_text(query).startswith("exists ")


def test_constants_are_what_the_property_means() -> None:
    statement = "MATCH (p:Person) WHERE p.born < '2000-01-01' RETURN p.name"
    assert query_text(query_of_statement(statement, SCHEMA)) == (
        ":Person where -.born-> < 2000-01-01 give $ -.name->"
    )


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("MATCH (m:Movie) RETURN m.title UNION MATCH (p:Person) RETURN p.name", "UNION"),
        ("MATCH (m:Movie)<-[:ACTED_IN]-(p:Person) WITH m, count(p) AS n RETURN avg(n)", "sums of sums"),
        ("MATCH (a:Person)-[:ACTED_IN]->(m:Movie)<-[:DIRECTED]-(a) RETURN a.name", "a cycle"),
        ("MATCH (m:Movie), (p:Person) RETURN m.title, p.name", "unconnected nodes"),
        ("MATCH (m:Movie) RETURN m.released + 1", "sum"),
        ("MATCH (a:Person)-[:KNOWS*1..3]->(b:Person) RETURN b.name", "paths of variable length"),
        ("MATCH (m:Movie) RETURN m.budget", "the graph lacks"),
        ("MATCH (m:Movie)-[:DIRECTED]->(p:Person) RETURN p.name", "a relationship that the graph lacks"),
    ],
)
def test_what_no_query_says_is_told(statement: str, reason: str) -> None:
    with pytest.raises(NotTranslatable, match=reason):
        query_of_statement(statement, SCHEMA)
