"""Amounts as people say them: numbers in words, and units that are not those of the graph."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
UNWIND [['Alba', 95, 2.5], ['Brisk', 130, 4.0], ['Coda', 25, 1.0]] AS row
CREATE (:Film {title: row[0], runtime_min: row[1], cost_eur: row[2] * 1000000, copies: toInteger(row[2] * 10)})
WITH collect(1) AS done
UNWIND [['Ida Moss', 'Alba', 3], ['Jon Reed', 'Brisk', 26], ['Kay Funk', 'Brisk', 1]] AS row
MERGE (p:Person {name: row[0]})
WITH p, row MATCH (f:Film {title: row[1]})
CREATE (p)-[:WORKED_ON {hours: row[2]}]->(f)
WITH collect(1) AS done
UNWIND [['Hofn', 120.0], ['Tind', 410.0], ['Skar', 1210.0]] AS row
CREATE (:Peak {name: row[0], elevation_m: row[1]})
"""


asked = asked_fixture(_GRAPH)


def test_times_are_compared_in_the_unit_of_the_property(asked: Ask) -> None:
    expected = {
        "Which films are longer than two hours?": [["Brisk"]],
        "films over an hour and a half long": [["Alba"], ["Brisk"]],
        "films under half an hour": [["Coda"]],
        "Who worked more than twenty-five hours on Brisk?": [["Jon Reed"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_lengths_are_compared_in_the_unit_of_the_property(asked: Ask) -> None:
    expected = {
        "Which peaks are higher than 1000 feet?": [["Skar"], ["Tind"]],
        "peaks above one kilometre": [["Skar"]],
        "peaks between 300 and 1000 feet": [["Hofn"]],
        "peaks over four hundred metres": [["Skar"], ["Tind"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_an_amount_of_money_is_of_what_costs(asked: Ask) -> None:
    assert told(asked("films over 2 million euros")) == [["Alba"], ["Brisk"]]
