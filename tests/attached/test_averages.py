"""What lies above or below the average of all, and what comes back to where it began."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
UNWIND [['Alba', 90, 7.5], ['Bruma', 120, 8.5], ['Cima', 150, 6.0], ['Duna', 100, 9.0]] AS row
CREATE (:Film {title: row[0], runtime: row[1], rating: row[2], reel: 3})
WITH collect(1) AS done
UNWIND [['Ada Ito', ['Alba', 'Bruma', 'Cima'], ['Bruma']], ['Ben Oz', ['Alba'], ['Cima']],
  ['Cy Roe', ['Duna', 'Bruma'], ['Duna']], ['Di Fox', ['Cima'], []]] AS row
CREATE (p:Person {name: row[0]})
FOREACH (title IN row[1] | MERGE (f:Film {title: title}) CREATE (p)-[:ACTED_IN]->(f))
FOREACH (title IN row[2] | MERGE (f:Film {title: title}) CREATE (p)-[:DIRECTED]->(f))
"""

films = asked_fixture(_GRAPH)


def test_values_and_numbers_of_nodes_are_compared_with_their_average(films: Ask) -> None:
    expected = {
        "which films have a runtime above average?": [["Bruma"], ["Cima"]],
        "films with a rating above the average": [["Bruma"], ["Duna"]],
        "which films are shorter than average?": [["Alba"], ["Duna"]],
        "how many films have a rating below the average?": [["2"]],
    }
    assert {question: sorted(told(films(question))) for question in expected} == expected


def test_an_average_of_each_group_is_not_taken_for_that_of_all(films: Ask) -> None:
    assert not told(films("which films have a runtime above the average of their director?"))


def test_a_clause_about_the_same_persons_leads_back_to_them(films: Ask) -> None:
    answer = films("which actors also directed a film they acted in?")
    assert sorted(told(answer)) == [["Ada Ito"], ["Cy Roe"]]
