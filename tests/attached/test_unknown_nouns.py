"""Nouns that a property graph does not know: for what somebody does, and for what only one of its labels fits."""

from kgqa_neo4j.model.answer import Status
from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (ann:Person {name: 'Ann Roth'}), (bo:Person {name: 'Bo Lind'}), (cy:Person {name: 'Cy Marr'}),
  (dee:Person {name: 'Dee Okafor'}),
  (owl:Revue {title: 'Night Owl', rating: 4.1, active: true}),
  (fox:Revue {title: 'Red Fox', rating: 4.8, active: true}),
  (hen:Revue {title: 'Wet Hen', rating: 3.2, active: false}),
  (o1:Evening {title: 'Moths', airedOn: date('2023-01-05'), plays: 120}),
  (o2:Evening {title: 'Lamps', airedOn: date('2023-02-09'), plays: 90}),
  (f1:Evening {title: 'Snow', airedOn: date('2022-03-01'), plays: 300}),
  (owl)-[:HAS_EVENING]->(o1), (owl)-[:HAS_EVENING]->(o2), (fox)-[:HAS_EVENING]->(f1),
  (ann)-[:HOSTS]->(owl), (bo)-[:HOSTS]->(fox), (ann)-[:HOSTS]->(hen),
  (bo)-[:APPEARS_IN]->(o1), (cy)-[:APPEARS_IN]->(o1), (cy)-[:APPEARS_IN]->(f1), (dee)-[:APPEARS_IN]->(o2),
  (pip:Station {name: 'Pip Radio'})-[:CARRIES]->(owl), (:Station {name: 'Low Tide FM'})-[:CARRIES]->(fox),
  (:Sponsor {name: 'Brisk Tea'})-[:SPONSORS {fee: 500}]->(owl),
  (:Sponsor {name: 'Dun Bank'})-[:SPONSORS {fee: 900}]->(fox)
"""


asked = asked_fixture(_GRAPH, settings={"ask.min_confidence": 0.0})


def test_nouns_for_what_somebody_does_say_how_they_are_joined(asked: Ask) -> None:
    expected = {
        "List the guests on Moths": [["Bo Lind"], ["Cy Marr"]],
        # A revue is hosted besides.
        "How many different people have been guests on Night Owl?": [["3"]],
        "Which people have turned up as guests on Pip Radio revues?": [
            ["Bo Lind"],
            ["Cy Marr"],
            ["Dee Okafor"],
        ],
        "Which stations have had Dee Okafor as a guest on one of their revues?": [["Pip Radio"]],
        "Has Dee Okafor ever been a guest on Night Owl?": [["yes"]],
        "Who has been a guest most often?": [["Cy Marr"]],
        "Which presenters have never been a guest in any evening?": [["Ann Roth"]],
        "For each advertiser, what do its sponsorship fees add up to?": [
            ["Brisk Tea", "500"],
            ["Dun Bank", "900"],
        ],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_an_unknown_noun_is_the_only_label_that_fits(asked: Ask) -> None:
    expected = {
        "Which glibs aren't carried by any station?": [["Wet Hen"]],
        "Which brands advertise on the glibs Bo Lind hosts?": [["Dun Bank"]],
        "Who presents a glib and has also been a guest in some evening?": [["Bo Lind"]],
        "what's our best rated glib?": [["Red Fox"]],
        "how many of our glibs have been discontinued": [["1"]],
        "Give me the title, release date and play count of every Night Owl evening": [
            ["Lamps", "2023-02-09", "90"],
            ["Moths", "2023-01-05", "120"],
        ],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_an_unknown_noun_that_several_labels_fit_is_not_guessed(asked: Ask) -> None:
    assert asked("Which glibs are there?").status is not Status.ANSWERED
