from collections.abc import Mapping
from typing import Any

import pytest

from kgqa_neo4j import DatabaseDown
from kgqa_neo4j.plans.candidates import Limits, candidates
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.graph_schema import Bounds, GraphSchema
from kgqa_neo4j.plans.plan import Chain, Move, Plan
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.text import plan_text
from kgqa_neo4j.store.driver import Row
from tests.plans.conftest import Planned
from training.memory_graph import MemoryGraph


@pytest.fixture(params=["graph", "memory"])
def schema(request: pytest.FixtureRequest, films: Planned) -> Schema:
    return GraphSchema(films.database) if request.param == "graph" else films.memory


def texts(schema: Schema, *topics: str, limits: Limits = Limits()) -> list[str]:  # noqa: B008 a frozen value
    return [plan_text(one.plan) for one in candidates(schema, topics, limits=limits)]


def test_both_schemas_see_the_same(films: Planned) -> None:
    graph = GraphSchema(films.database)
    for topic in ("Dune", "Kyle", "Lynch", "Nobody"):
        assert graph.around(topic) == films.memory.around(topic)
    for relation in films.memory.relations():
        for move in (Move(relation), Move(relation, False)):
            assert graph.following(move) == films.memory.following(move)
    for relation, facts in graph.relations().items():
        expected = films.memory.relations()[relation]
        assert (facts.name, facts.count) == (expected.name, expected.count)
        assert facts.objects and set(facts.objects) <= set(expected.objects)


def test_steps_that_are_still_being_read_are_not_taken_for_none(
    films: Planned, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, step = GraphSchema(films.database), Move("directed_by")
    read = films.database.read
    seen_meanwhile: list[Mapping[Move, int]] = []

    def lost_once(name: str, /, **parameters: Any) -> list[Row]:
        monkeypatch.setattr(films.database, "read", read)
        seen_meanwhile.append(graph.following(step))
        raise DatabaseDown("the server was killed")

    monkeypatch.setattr(films.database, "read", lost_once)
    with pytest.raises(DatabaseDown):
        graph.following(step)
    assert seen_meanwhile == [graph.following(step)] == [films.memory.following(step)]
    assert graph.following(step)


def test_candidates_of_two_steps_return_something_and_none_is_missed(schema: Schema, films: Planned) -> None:
    found = texts(schema, "Dune", limits=Limits(hops=2))
    assert len(found) == len(set(found))
    executor = Executor(films.database)
    for one in candidates(schema, ["Dune"], limits=Limits(hops=2)):
        result = executor.execute(one.plan)
        assert result.entities, plan_text(one.plan)
        if len(one.plan.chains[0].path) == 1:
            assert one.reached == result.total
    moves = [Move(name, way) for name in films.memory.relations() for way in (True, False)]
    paths = [(one,) for one in moves] + [(one, other) for one in moves for other in moves]
    missed = [
        path
        for path in paths
        if films.memory.answers("Dune", path) and plan_text(Plan((Chain("Dune", path),))) not in found
    ]
    assert not missed


def test_what_leads_back_alone_is_a_plan_that_revisits(schema: Schema) -> None:
    found = texts(schema, "Kyle")
    assert "[Kyle] -spouse-> -spouse-> revisiting" in found
    assert "[Kyle] -spouse-> -spouse->" not in found


def test_growth_follows_promise_and_stops_at_the_bound(schema: Schema) -> None:
    def step_prior(move: Move) -> float:
        return 1.0 if move.relation == "directed_by" else 0.0

    found = [plan_text(one.plan) for one in candidates(schema, ["Dune"], step_prior, Limits(candidates=3))]
    assert found[:2] == ["[Dune] -directed_by->", "[Dune] -directed_by-> <-directed_by-"]
    assert len(found) == 3


def test_two_topics_are_joined_where_they_meet(schema: Schema) -> None:
    found = texts(schema, "Kyle", "Lynch")
    assert "[Kyle] <-starred- & [Lynch] <-directed_by-" in found
    assert not any("&" in one and "-wrote->" in one and "-spouse->" in one for one in found)
    assert "[Kyle] <-starred-" in found and "[Lynch] <-directed_by-" in found


def test_nothing_grows_from_nothing(schema: Schema) -> None:
    assert texts(schema) == []
    assert texts(schema, "Nobody") == []


def test_a_hub_is_sampled_and_the_catalogue_fills_in(films: Planned) -> None:
    films.cypher(
        "CREATE (l:Entity {id: 'Crowd', name: 'Crowd'}) WITH l UNWIND range(1, 2000) AS i "
        "CREATE (:Entity {id: 'film' + i, name: 'film ' + i})-[:directed_by {id: 'f' + i}]->(l)"
    )
    schema = GraphSchema(films.database, bounds=Bounds(reads=500, places=5, look=50))
    first = schema.around("Crowd")[Move("directed_by", False)]
    assert not first.exact
    assert "[Crowd] <-directed_by- -starred->" in texts(schema, "Crowd")


def test_thousands_of_relation_types_do_not_make_more_candidates() -> None:
    triples = [(f"n{i % 50}", f"r{i}", f"n{(i * 7 + 1) % 50}") for i in range(1500)]
    found = candidates(MemoryGraph(triples), ["n0"], limits=Limits(candidates=1000))
    assert len(found) == 1000
