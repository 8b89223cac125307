"""Clauses that say of which node something is said: "the volunteers coordinated by Ann"."""

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.attached.test_asking import Ask, told
from tests.conftest import AttachOwn

_GRAPH = """
CREATE (ann:Volunteer {name: 'Ann Lee'}), (bo:Volunteer {name: 'Bo Dahl'}), (cy:Volunteer {name: 'Cy Roth'}),
  (ann)-[:COORDINATES]->(bo), (ann)-[:COORDINATES]->(cy),
  (north:Shelter {name: 'Northgate'}), (pier:Shelter {name: 'Pier House'}), (mill:Shelter {name: 'Old Mill'}),
  (ann)-[:WORKS_AT]->(north), (bo)-[:WORKS_AT]->(pier), (cy)-[:WORKS_AT]->(mill)
"""


@pytest.fixture
def asked(attach_own: AttachOwn) -> Iterator[Ask]:
    with KnowledgeGraph.open(attach_own(_GRAPH).workspace) as graph:
        yield lambda question: graph.ask(question, method="plans")


@pytest.mark.parametrize(
    "question",
    [
        "Which shelters do the volunteers coordinated by Ann Lee work at?",
        "At which shelters do the people coordinated by Ann Lee work?",
    ],
)
def test_a_name_in_a_clause_is_tied_to_the_noun_before_it(asked: Ask, question: str) -> None:
    assert told(asked(question)) == [["Old Mill"], ["Pier House"]]
