"""A small graph asked in the words of people who did not make it."""

from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person, is_place
from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told
from tests.conftest import AttachOwn

_GRAPH = """
CREATE (palm:House {name: 'Palm House', lat: 51.47, lon: -0.29, opened: 1848}),
  (alpine:House {name: 'Alpine House', lat: 51.48, lon: -0.3, opened: 1981}),
  (ferns:Bed {acc: 'F-01', term: 'ferns', plots: '12'})-[:PART_OF]->(palm),
  (orchids:Bed {acc: 'O-02', term: 'orchids', plots: '8'})-[:PART_OF]->(palm),
  (cacti:Bed {acc: 'C-03', term: 'cacti', plots: '5'})-[:PART_OF]->(alpine),
  (ada:Gardener {name: 'Ada Moss', hired: date('2018-03-05'), certified: true, phone: '555-0101'}),
  (ben:Gardener {name: 'Ben Hale', hired: date('2020-04-23'), certified: false}),
  (cleo:Gardener {name: 'Cleo Park', hired: date('2021-06-01'), certified: true, phone: '555-0103'}),
  (ada)-[:TENDED]->(ferns), (ben)-[:TENDED]->(ferns), (ben)-[:TENDED]->(orchids)
"""


asked = asked_fixture(_GRAPH)


def test_questions_in_words_of_ones_own_are_answered(asked: Ask) -> None:
    expected = {
        "what are the latitude and longitude of Palm House": [["51.47", "-0.29"]],
        "which gardeners were hired after April 23, 2020?": [["Cleo Park"]],
        "Who tended a bed?": [["Ada Moss"], ["Ben Hale"]],
        "How many plots does Palm House have altogether?": [["20"]],
        "which gardeners have a phone?": [["Ada Moss"], ["Cleo Park"]],
        "certified gardeners": [["Ada Moss"], ["Cleo Park"]],
        "which bed is tended most often?": [["ferns"]],
        "who tended the most beds?": [["Ben Hale"]],
        "which gardeners tended nothing?": [["Cleo Park"]],
        "which gardeners tended orchids?": [["Ben Hale"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_things_are_compared_with_a_named_one(asked: Ask) -> None:
    expected = {
        "which houses opened before Alpine House?": [["Palm House"]],
        "who was hired after Ben Hale?": [["Cleo Park"]],
        "which gardeners have been there longer than Ben Hale?": [["Ada Moss"]],
        "which beds have more plots than orchids?": [["ferns"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_a_comparison_that_cannot_be_made_is_not_answered_by_one_side(asked: Ask) -> None:
    answer = asked("which gardeners are taller than Ben Hale?")
    assert answer.status is not Status.ANSWERED or (answer.confidence or 0) < 0.5


def test_names_of_the_schema_may_stand_in_quotes(asked: Ask) -> None:
    question = (
        "How many 'Bed' nodes are connected to 'House' nodes by 'PART_OF' relationships, "
        "grouped by the 'opened' property?"
    )
    assert told(asked(question)) == [["1848", "2"], ["1981", "1"]]


def test_words_name_a_node_before_codes(attach_own: AttachOwn) -> None:
    schema = open_attached(attach_own(_GRAPH)).schema
    assert schema.label["Bed"].naming[0] == "term"


def test_a_label_may_be_called_by_signs_alone() -> None:
    assert is_person("Patient") and is_place("Airport")
    assert not is_person("\u2605") and not is_place("__")
