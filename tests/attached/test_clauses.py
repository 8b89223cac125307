"""Clauses that say of which node something is said: "the volunteers coordinated by Ann"."""

import pytest

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (ann:Volunteer {name: 'Ann Lee'}), (bo:Volunteer {name: 'Bo Dahl'}), (cy:Volunteer {name: 'Cy Roth'}),
  (ann)-[:COORDINATES]->(bo), (ann)-[:COORDINATES]->(cy),
  (north:Shelter {name: 'Northgate'}), (pier:Shelter {name: 'Pier House'}), (mill:Shelter {name: 'Old Mill'}),
  (ann)-[:WORKS_AT]->(north), (bo)-[:WORKS_AT]->(pier), (cy)-[:WORKS_AT]->(mill)
"""


asked = asked_fixture(_GRAPH)


@pytest.mark.parametrize(
    "question",
    [
        "Which shelters do the volunteers coordinated by Ann Lee work at?",
        "At which shelters do the people coordinated by Ann Lee work?",
    ],
)
def test_a_name_in_a_clause_is_tied_to_the_noun_before_it(asked: Ask, question: str) -> None:
    assert told(asked(question)) == [["Old Mill"], ["Pier House"]]
