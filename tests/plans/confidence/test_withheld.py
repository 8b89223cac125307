"""Facts that are deleted while a question is asked."""

from typing import Any

import pytest
from neo4j import GraphDatabase

from benchmarks.withheld import cuts_of, without
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.store.driver import Endpoint
from tests.plans.learning.films import asked

FACTS = (
    "MATCH (s:Entity)-[r]->(o:Entity) RETURN s.id AS s, type(r) AS t, o.id AS o, properties(r) AS p "
    "ORDER BY s, t, o"
)


@pytest.mark.parametrize(
    ("kind", "gone"),
    [
        ("facts", [("t:Ebb", "written_by", "t:Bo"), ("t:Flow", "written_by", "t:Eve")]),
        ("relation", [("t:Ebb", "directed_by", "t:Ann"), ("t:Flow", "directed_by", "t:Ann")]),
    ],
)
def test_what_leads_to_the_answers_is_gone_for_a_while_and_put_back_as_it_was(
    films: Any, cypher: Any, endpoint: Endpoint, kind: str, gone: list[tuple[str, str, str]]
) -> None:
    question = asked("who wrote what {} directed", "Ann", "Bo", "Eve")
    before = cypher(FACTS)
    (cut,) = cuts_of(films.database, pairs_of(films.database, [question]), [kind])
    assert cut is not None
    auth = endpoint.username, endpoint.password
    with (
        GraphDatabase.driver(endpoint.uri, auth=auth) as driver,
        pytest.raises(RuntimeError, match="question failed"),
        without(driver, endpoint.database, cut) as deleted,
    ):
        left = [(row["s"], row["t"], row["o"]) for row in cypher(FACTS)]
        assert deleted == 2
        assert sorted({(row["s"], row["t"], row["o"]) for row in before} - set(left)) == gone
        raise RuntimeError("the question failed")
    assert cypher(FACTS) == before
