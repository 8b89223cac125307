"""Texts that list things, nodes that fit in several ways, and words that only go along with a property."""

import pytest

from kgqa_neo4j.attached.model import ValueType
from kgqa_neo4j.attached.value_kinds import meaning_of
from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, is_unsure, told

_GRAPH = """
CREATE (ardle:Port {name: 'Ardle', climate: 'cold, windy', depth: 30}),
  (brenn:Port {name: 'Brenn', climate: 'mild', depth: 12}),
  (corra:Port {name: 'Corra', climate: 'windy, mild, wet', depth: 45}),
  (dunmore:Port {name: 'Dunmore', climate: 'cold', depth: 20}),
  (ada:Sailor {name: 'Ada Roe', height: 170, rank: 'mate', pay: 300}),
  (ben:Sailor {name: 'Ben Lusk', height: 180, rank: 'cook', pay: 200}),
  (cai:Sailor {name: 'Cai Moss', height: 160, rank: 'mate', pay: 260}),
  (dov:Sailor {name: 'Dov Penn', height: 175, rank: 'cook', pay: 220}),
  (heron:Ship {name: 'Heron', crew: 4, speed: 12}), (kite:Ship {name: 'Kite', crew: 9, speed: 20}),
  (swift:Ship {name: 'Swift', crew: 6, speed: 15}),
  (north:Voyage {title: 'Northern Run', year: 2019}), (salt:Voyage {title: 'Salt Road', year: 2021}),
  (amber:Voyage {title: 'Amber Way', year: 2022}),
  (mast:Beacon {code: 'B-1', lastUsed: 20190304}), (lamp:Beacon {code: 'B-2', lastUsed: 20210506}),
  (ada)-[:COMES_FROM]->(ardle), (ben)-[:COMES_FROM]->(brenn), (cai)-[:COMES_FROM]->(corra),
  (dov)-[:COMES_FROM]->(brenn),
  (ada)-[:SAILED {days: 30}]->(heron), (ada)-[:SAILED {days: 10}]->(kite), (ben)-[:SAILED {days: 20}]->(kite),
  (cai)-[:SAILED {days: 5}]->(heron), (dov)-[:SAILED {days: 8}]->(swift), (ben)-[:SAILED {days: 4}]->(heron),
  (ada)-[:JOINED]->(salt), (ben)-[:JOINED]->(north), (cai)-[:JOINED]->(salt), (ben)-[:JOINED]->(salt),
  (heron)-[:JOINED]->(salt), (kite)-[:JOINED]->(salt), (swift)-[:JOINED]->(north), (kite)-[:JOINED]->(amber),
  (ardle)-[:JOINED]->(salt), (corra)-[:JOINED]->(salt), (dunmore)-[:JOINED]->(salt),
  (mast)-[:GUIDED]->(heron), (lamp)-[:GUIDED]->(swift)
"""

asked = asked_fixture(_GRAPH, settings={"ask.min_confidence": 0.0})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which ports have a windy climate?", [["Ardle"], ["Corra"]]),
        ("Which ports have a 'cold' climate?", [["Ardle"], ["Dunmore"]]),
        ("Which ports have a 'cold, windy' climate?", [["Ardle"]]),
    ],
)
def test_a_text_with_commas_lists_things(asked: Ask, question: str, rows: list[list[str]]) -> None:
    assert told(asked(question)) == rows


@pytest.mark.parametrize(
    "values",
    [
        ["Roe, Ada", "Lusk, Ben", "Moss, Ada"],
        ["Paris, France", "Lyon, France", "London"],
        ["Hull, York", "York, Hull", "York, Leeds"],
    ],
)
def test_names_and_places_with_commas_are_no_lists(values: list[str]) -> None:
    assert meaning_of("place", ["STRING"], values).type is ValueType.TEXT


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many sailors have sailed a ship that joined Salt Road?", [["3"]]),
        ("How many ships were sailed by cooks?", [["3"]]),
        ("What is the total number of times ships were sailed by mates?", [["3"]]),
        ("What is the average number of ships sailed per sailor, considering only sailors who have sailed more than "
         "one ship?", [["2"]]),
    ],
)  # fmt: skip
def test_nodes_count_once(asked: Ask, question: str, rows: list[list[str]]) -> None:
    assert told(asked(question)) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which ships have a crew size of more than 5?", [["Kite"], ["Swift"]]),
        ("What is the code of the beacon used in guiding the Swift?", [["B-2"]]),
        ("How many sailors have a pay greater than 210, and what is their average pay?", [["3", "260"]]),
        ("How many sailors are listed in the database?", [["4"]]),
        ("What is the name of the port with the name 'Brenn'?", [["Brenn"]]),
        ("Find the sailor with the name 'Ada Roe'.", [["Ada Roe"]]),
        ("Which sailors have a name that starts with 'B'?", [["Ben Lusk"]]),
    ],
)
def test_words_that_go_along_with_a_property_ask_for_nothing_else(
    asked: Ask, question: str, rows: list[list[str]]
) -> None:
    assert told(asked(question)) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("average pay for each rank and port",
         [["210", "Brenn", "cook"], ["260", "Corra", "mate"], ["300", "Ardle", "mate"]]),
        ("What is the average pay of sailors for each rank? Return the rank and the average pay, ordered by the "
         "average pay in descending order.", [["210", "cook"], ["280", "mate"]]),
        ("List the sailors who sailed the Swift, and also find the port they come from.", [["Brenn", "Dov Penn"]]),
        ("names and heights of the sailors who joined Northern Run", [["180", "Ben Lusk"]]),
    ],
)  # fmt: skip
def test_all_columns_are_shown(asked: Ask, question: str, rows: list[list[str]]) -> None:
    assert sorted(sorted(row) for row in told(asked(question))) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the average speed of ships sailed by sailors who joined Northern Run?", [["16"]]),
        ("Which sailors who are from a port with a depth over 40 joined Salt Road?", [["Cai Moss"]]),
    ],
)
def test_a_clause_is_said_of_the_noun_before_it(asked: Ask, question: str, rows: list[list[str]]) -> None:
    assert told(asked(question)) == rows


def test_a_condition_on_what_is_averaged_is_not_passed_over(asked: Ask) -> None:
    answer = asked(
        "What is the average number of voyages joined per sailor, considering only those with more than 3?"
    )
    assert told(answer) != [["1.3333333333333333"]] or is_unsure(answer, 0.5)
