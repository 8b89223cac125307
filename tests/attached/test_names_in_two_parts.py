"""Persons who are called by two properties, and the parts that they have in things."""

import pytest

from kgqa_neo4j.attached.full_names import name_parts
from kgqa_neo4j.attached.introspection import read_schema
from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.methods.adaptive.attached_names import AttachedNames, HeldValue
from kgqa_neo4j.store.driver import Database
from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told
from tests.conftest import AttachOwn

_GRAPH = """
UNWIND [['Viktor', 'Drago', 1.91], ['Mina', 'van Houten', 1.70], ['Mina', 'Sandhu', 1.62]] AS row
CREATE (:Person {firstName: row[0], lastName: row[1], height_m: row[2]})
WITH collect(1) AS done
UNWIND [['C1', 'arson', 'Eastfield'], ['C2', 'fraud', 'Northfold'], ['C3', 'fraud', 'Eastfield']] AS row
MERGE (a:Area {name: row[2]}) SET a.population = size(row[2]) * 100
CREATE (:Crime {ref: row[0], type: row[1]})-[:OCCURRED_IN]->(a)
WITH collect(1) AS done
UNWIND [['Drago', 'C1', 'suspect'], ['Drago', 'C2', 'witness'], ['van Houten', 'C2', 'suspect'],
        ['Sandhu', 'C3', 'witness'], ['Sandhu', 'C1', 'witness']] AS row
MATCH (p:Person {lastName: row[0]}), (c:Crime {ref: row[1]})
CREATE (p)-[:PARTY_TO {role: row[2]}]->(c)
"""


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ({"firstName": "Ann", "lastName": "Lee"}, ("firstName", "lastName")),
        ({"name": "Ann", "surname": "Lee"}, ("name", "surname")),
        ({"name": "Ann Lee", "surname": "Lee"}, ()),
        ({"first_name": "Ann", "last_name": "Lee", "full_name": "Ann Lee"}, ()),
        ({"name": "Ann Lee", "firstName": "Ann", "lastName": "Lee"}, ()),
        ({"lastName": "Lee"}, ()),
    ],
)
def test_a_full_name_is_made_of_two_only_where_none_is_stored(
    names: dict[str, str], expected: tuple[str, ...]
) -> None:
    properties = [
        Property(name, ValueType.TEXT, ("STRING",), samples=(value,)) for name, value in names.items()
    ]
    assert name_parts(properties) == expected


asked = asked_fixture(_GRAPH)


def test_a_person_is_found_and_shown_by_both_names(asked: Ask) -> None:
    expected = {
        "How tall is Viktor Drago?": [["1.91"]],
        "How tall is Mina van Houten?": [["1.7"]],
        "Who is taller than Mina Sandhu?": [["Mina van Houten"], ["Viktor Drago"]],
        "Which crimes was Mina Sandhu party to?": [["C1"], ["C3"]],
        "Who is the tallest person?": [["Viktor Drago"]],
        "How many crimes was each person party to?": [
            ["Mina Sandhu", "2"],
            ["Mina van Houten", "1"],
            ["Viktor Drago", "2"],
        ],
    }
    assert {question: told(asked(question)) for question in expected} == expected
    step = next(step for step in asked("Who is the tallest person?").steps if step.kind == "execution")
    assert step.data["cypher"].splitlines()[-2].endswith("p.firstName, p.lastName")


def test_a_verb_says_the_part_that_somebody_has(asked: Ask) -> None:
    expected = {
        "Who witnessed a fraud?": [["Mina Sandhu"], ["Viktor Drago"]],
        "Who is suspected of arson?": [["Viktor Drago"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_values_are_counted_and_names_are_taken_together(asked: Ask) -> None:
    expected = {
        "What is the most common type of crime?": [["fraud"]],
        "which role do people have most often?": [["witness"]],
        "What is the combined population of Eastfield and Northfold?": [["1800"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_exploring_finds_the_node_of_a_full_name(attach_own: AttachOwn, database: Database) -> None:
    attach_own(_GRAPH)
    names = AttachedNames(read_schema(database))
    found = names.bearers(database, HeldValue("Person", "firstName lastName", "Mina van Houten"), 5)
    assert [one.name for one in found] == ["Mina van Houten"]
