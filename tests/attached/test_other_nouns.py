"""Nouns for the labels of a property graph that calls them otherwise."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (oak:Restaurant {name: 'The Oak', seats: 40}), (elm:Restaurant {name: 'Elm House', seats: 65}),
  (cup:Contest {title: 'Golden Ladle', year: 2019}), (fork:Contest {title: 'Silver Fork', year: 2022}),
  (:Sponsor {name: 'Brisk Tea'})-[:FUNDS]->(cup), (:Sponsor {name: 'Dun Bank'})-[:FUNDS]->(fork),
  (oak)-[:ENTERED]->(cup), (oak)-[:ENTERED]->(fork), (elm)-[:ENTERED]->(fork)
"""


asked = asked_fixture(_GRAPH, settings={"ask.min_confidence": 0.0})


def test_a_label_is_meant_by_a_noun_for_the_same_thing(asked: Ask) -> None:
    expected = {
        "Which eateries have more than 50 seats?": [["Elm House"]],
        "How many eateries are there?": [["2"]],
        "List the competitions since 2020": [["Silver Fork"]],
        "Which competitions did Elm House enter?": [["Silver Fork"]],
        "Which patrons fund Golden Ladle?": [["Brisk Tea"]],
        "List all patrons": [["Brisk Tea"], ["Dun Bank"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected
