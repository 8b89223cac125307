"""Statements for an attached graph, held to its schema."""

from contextlib import suppress

import pytest

from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.guard.labelled import guard_labelled
from kgqa_neo4j.guard.ownership import equal_texts
from kgqa_neo4j.model.errors import CypherRefused, Refusal
from tests.guard.conftest import corpus


def _has(*names: str) -> tuple[Property, ...]:
    return tuple(Property(name, ValueType.TEXT, ("STRING",)) for name in names)


SCHEMA = PropertyGraphSchema(
    labels=(
        Label("Person", 10, _has("name", "born")),
        Label("Movie", 5, _has("title", "released")),
        Label("Bank Account", 3, _has("number")),
    ),
    types=(
        RelationshipType("ACTED_IN", 20, (Connection("Person", "ACTED_IN", "Movie", 20),), _has("roles")),
        RelationshipType("FOLLOWS", 4, (Connection("Person", "FOLLOWS", "Person", 4),)),
        RelationshipType("OWNS", 4, (Connection("Person", "OWNS", "Bank Account", 4),)),
        RelationshipType("WITH", 4, (Connection("Person", "WITH", "Movie", 4),)),
    ),
)


@pytest.mark.parametrize(
    ("statement", "runs"),
    [
        ("MATCH (p:Person)-[r:ACTED_IN]->(m:Movie) RETURN p.name, r.roles;", " LIMIT 9"),
        ("MATCH (m:Movie)<-[:ACTED_IN]-(p) WHERE p.born > 1 RETURN m LIMIT 3", " LIMIT 3"),
        ("MATCH (m:Movie)--(p:Person) RETURN m.title ORDER BY m.title LIMIT 100", " LIMIT 9"),
        ("MATCH (a:Person)-[:FOLLOWS*1..2]->(b) RETURN b.name", " LIMIT 9"),
        ("MATCH (p)-[:OWNS]->(b:`Bank Account`) RETURN b.number", " LIMIT 9"),
        ("MATCH (p:Person)-[:WITH]->(m:Movie) WITH m.title AS t RETURN t", " LIMIT 9"),
        ("MATCH (p:Person) WITH p, COUNT { (p)-[:ACTED_IN]->() } AS n RETURN avg(n)", " LIMIT 9"),
        ("MATCH (p:Person) WHERE NOT (p)-[:ACTED_IN]->(:Movie) RETURN p", " LIMIT 9"),
    ],
)
def test_what_says_what_the_schema_says_runs_with_a_limit(statement: str, runs: str) -> None:
    text = guard_labelled(statement, SCHEMA, 9).text
    assert text.endswith(runs) and text.count("LIMIT") == 1


def test_each_part_of_a_union_is_limited() -> None:
    parts = ["MATCH (p:Person) RETURN p.name AS x", "UNION MATCH (m:Movie) RETURN m.title AS x"]
    text = guard_labelled(" ".join(parts), SCHEMA, 9).text
    assert text.split("\n") == [f"{part} LIMIT 9" for part in parts]


@pytest.mark.parametrize(
    ("statement", "kind", "told"),
    [
        ("MATCH (m:Movie)-[:ACTED_IN]->(p:Person) RETURN p", Refusal.DIRECTION, "(:Person)-[:ACTED_IN]->(:Movie)"),
        ("MATCH (m)-[:ACTED_IN]->(p) WHERE m:Movie RETURN p", Refusal.DIRECTION, "(:Person)-[:ACTED_IN]->(:Movie)"),
        ("MATCH (p:Person) WHERE EXISTS { (p)<-[:ACTED_IN]-(:Movie) } RETURN p", Refusal.DIRECTION, "it has"),
        ("MATCH (p:Person)-->(:Person)-[:OWNS]->(:Movie) RETURN p", Refusal.DIRECTION, "(:`Bank Account`)"),
        ("MATCH (p:Person) RETURN p.title", Refusal.PROPERTY, "Person has no property title; there are: name, born"),
        ("MATCH (:Movie {name: 'x'})-->() RETURN 1", Refusal.PROPERTY, "title, released"),
        ("MATCH ()-[r:ACTED_IN]->() RETURN r.name", Refusal.PROPERTY, "roles"),
        ("MATCH (p:Person) RETURN p['name']", Refusal.PROPERTY, "brackets"),
        ("MATCH (p:Persons) RETURN p", Refusal.IDENTIFIER, "Persons"),
        ("MATCH ()-[:LIKES]->() RETURN 1", Refusal.IDENTIFIER, "LIKES"),
        ("MATCH (p:Person) RETURN p.name; MATCH (n) RETURN n", Refusal.STATEMENTS, "one statement"),
        ("MATCH (p:Person) DETACH DELETE p", Refusal.CLAUSE, "DETACH"),
        ("CALL db.labels() YIELD label RETURN label", Refusal.CLAUSE, "CALL"),
        ("MATCH (p:Person {name: $name}) RETURN p", Refusal.PARAMETER, "$name"),
        ("UNWIND range(1, 1000000) AS x RETURN x", Refusal.FUNCTION, "range"),
        ("MATCH (p:Person) RETURN p LIMIT toInteger(rand() * 9)", Refusal.FUNCTION, "rand"),
        ("RETURN 1 // x", Refusal.COMMENT, "comment"),
        ("", Refusal.FORM, "empty"),
    ],
)  # fmt: skip
def test_what_the_schema_does_not_say_is_refused_with_what_it_says(
    statement: str, kind: Refusal, told: str
) -> None:
    with pytest.raises(CypherRefused) as refused:
        guard_labelled(statement, SCHEMA, 9)
    assert refused.value.kind is kind and told.replace("`", "") in refused.value.message.replace("`", "")


def test_texts_that_properties_must_be_are_found_with_the_labels_whose_they_are() -> None:
    statement = (
        "MATCH (p:Person {name: 'Ann'})-[:ACTED_IN]->(m) WHERE m:Movie AND m.title IN [\"X\", 'Y'] "
        "AND 'O\\'Hara' = p.name AND m.title <> 'Z' AND m.title STARTS WITH 'Q' RETURN p"
    )
    guarded = guard_labelled(statement, SCHEMA, 9)
    found = {(*owners, key, text) for owners, key, text in equal_texts(guarded.tree, guarded.source)}
    assert found == {
        ("Person", "name", "Ann"), ("Movie", "title", "X"), ("Movie", "title", "Y"), ("Person", "name", "O'Hara"),
    }  # fmt: skip


def test_nothing_of_the_corpus_that_does_more_than_read_passes() -> None:
    keys = _has("id", "name", "value", "aliases", "description", "start_time", "end_time", "point_in_time")
    entities = PropertyGraphSchema(
        (Label("Entity", 1, keys), Label("Value", 1, keys)),
        (RelationshipType("R", 1, (Connection("Entity", "R", "Entity", 1),)),),
    )
    passed = []
    for row in corpus("refused"):
        with suppress(CypherRefused):
            passed.append(
                guard_labelled(row["query"].replace("{url}", "http://127.0.0.1:1/"), entities, 200).text
            )
    assert not passed
