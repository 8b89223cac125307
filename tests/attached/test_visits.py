"""Who was where and when: nouns for values of a type, groups far away, when somebody came and left."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (f:Country {name: 'France'}), (b:Country {name: 'Belgium'})
CREATE (n:Region {name: 'Nord'})-[:PART_OF]->(f), (a:Region {name: 'Antwerp'})-[:PART_OF]->(b)
WITH n, a
UNWIND [['Parc Barbieux', 'Park', 'Nord'], ['Stadspark', 'Park', 'Antwerp'], ['Middelheim', 'Hospital', 'Antwerp'],
  ['Euralille', 'Shop', 'Nord'], ['Saint Vincent', 'Hospital', 'Nord']] AS row
MATCH (r:Region {name: row[2]})
CREATE (:Place {name: row[0], type: row[1]})-[:PART_OF]->(r)
WITH collect(1) AS done
UNWIND [['Ann Lee', 'Sick', datetime('2020-05-01T08:00:00Z')], ['Bo Ray', 'Healthy', null],
  ['Cy Roth', 'Sick', datetime('2020-05-01T17:30:00Z')], ['Di Kane', 'Sick', datetime('2020-05-04T09:00:00Z')]] AS row
CREATE (p:Person {name: row[0], healthstatus: row[1]}) SET p.confirmedtime = row[2]
WITH collect(1) AS done
UNWIND [['Ann Lee', 'Stadspark', 8, 10], ['Bo Ray', 'Stadspark', 9, 11], ['Cy Roth', 'Stadspark', 12, 13],
  ['Ann Lee', 'Euralille', 14, 16], ['Di Kane', 'Middelheim', 10, 12], ['Bo Ray', 'Saint Vincent', 15, 17],
  ['Di Kane', 'Saint Vincent', 18, 19]] AS row
MATCH (p:Person {name: row[0]}), (l:Place {name: row[1]})
CREATE (p)-[:VISITS {starttime: datetime({year: 2020, month: 5, day: 2, hour: row[2]}),
  endtime: datetime({year: 2020, month: 5, day: 2, hour: row[3]})}]->(l)
CREATE (p)-[:PERFORMS]->(:Visit {code: 'v' + row[2]})-[:LOCATED_AT]->(l)
"""

visits = asked_fixture(_GRAPH)


def test_a_noun_for_a_value_stands_for_what_has_it(visits: Ask) -> None:
    rows = [["Middelheim", "Antwerp", "Belgium"], ["Saint Vincent", "Nord", "France"]]
    assert told(visits("List each hospital with its region and its country.")) == rows
    assert told(visits("Show me the parks in Antwerp that were visited by somebody who is sick.")) == [
        ["Stadspark"]
    ]
    assert told(visits("For every hospital, how many different sick people went there?")) == [
        ["Middelheim", "1"],
        ["Saint Vincent", "1"],
    ]


def test_groups_are_what_the_question_names_however_far_away(visits: Ask) -> None:
    rows = [["Antwerp", "4"], ["Nord", "3"]]
    assert told(visits("How many visits were there in each region?")) == rows


def test_what_is_counted_may_be_held_to_a_value(visits: Ask) -> None:
    assert told(visits("Which places were visited by at least two sick people?")) == [["Stadspark"]]


def test_who_has_been_somewhere_is_a_person(visits: Ask) -> None:
    people = told(visits("Who has been to a place in France?"))
    assert people == [["Ann Lee"], ["Bo Ray"], ["Di Kane"]]


def test_one_leaves_when_it_ends_and_arrives_when_it_begins(visits: Ask) -> None:
    assert told(visits("When did Ann Lee leave Euralille?")) == [["2020-05-02T16:00:00+00:00"]]
    assert told(visits("At what time did Ann Lee arrive at Euralille?")) == [["2020-05-02T14:00:00+00:00"]]


def test_moments_of_one_day_are_one_after_the_other(visits: Ask) -> None:
    assert told(visits("Who was confirmed earlier than Cy Roth?")) == [["Ann Lee"]]
    assert told(visits("the first two people who were confirmed sick")) == [["Ann Lee"], ["Cy Roth"]]
