"""A property graph as triples: names, classes, typed values, qualifiers; read in one order, from any line on."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.attached.workspace import attach
from kgqa_neo4j.loaders.base import Described, Fact, GraphLoader
from kgqa_neo4j.loaders.property_graph import PropertyGraph, loader
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.settings import Attachment, load_configuration
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.testing import ScriptedLLM
from tests.attached.conftest import data_hash
from tests.conftest import RunKgqa

Cypher = Callable[..., list[dict[str, Any]]]

_GRAPH = """
UNWIND [['The Long Night', 1999, date('1999-05-01')], ['Harbour', 2004, date('2004-10-12')]] AS row
CREATE (:Movie:Work {title: row[0], year: row[1], released: row[2], summary: 'A film about ' + row[0]})
WITH collect(1) AS done
UNWIND [['Ada Byron', '03/12/1985', 'Berlin', 'yes'], ['Ben Okri', '15/02/1990', 'Lagos', 'no'],
        ['Cleo Park', '21/07/1979', 'Berlin', 'no']] AS row
CREATE (:Person {fullName: row[0], birthDate: row[1], city: row[2], retired: row[3],
                 embedding: [x IN range(1, 32) | x / 7.0], place: point({latitude: 52.5, longitude: 13.4})})
WITH collect(1) AS done
UNWIND [['Ada Byron', 'The Long Night', ['Eve', 'Nora'], 1998], ['Ben Okri', 'The Long Night', ['Max'], 1999],
        ['Ben Okri', 'Harbour', ['Tom'], 2003]] AS row
MATCH (p:Person {fullName: row[0]}), (m:Movie {title: row[1]})
CREATE (p)-[:ACTED_IN {roles: row[2], since: row[3], type: 'lead', pay: toString(row[3] * 10)}]->(m)
WITH collect(1) AS done
MATCH (p:Person {fullName: 'Cleo Park'}), (m:Movie) CREATE (p)-[:DIRECTED]->(m), (p)-[:DIRECTED]->(m)
WITH collect(1) AS done
CREATE (:Crate {weight: 3.5}), (:_Tool_ {data: 'x'})
"""

_ONE_STEP = "Reasoning: one step.\nSub-questions:\n1. who directed Harbour?\n<END>"


@pytest.fixture
def workspace(bare_database: Database, cypher: Cypher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    cypher(_GRAPH)
    where = bare_database.endpoint
    monkeypatch.setenv("NEO4J_PASSWORD", where.password)
    monkeypatch.delenv("NEO4J_URI", raising=False)
    workspace = tmp_path / "workspace"
    at = Attachment(name="films", uri=where.uri, database=where.database, username=where.username)
    attach(load_configuration(workspace), at)
    return workspace


@pytest.fixture
def source(workspace: Path) -> PropertyGraph:
    return loader.open_attached(load_configuration(workspace), {})[0]


def facts(source: PropertyGraph) -> Iterator[tuple[str, str, str]]:
    names: dict[str, str] = {}
    for item in source.items():
        if isinstance(item, Described):
            names[item.what.id] = item.what.name
    for item in source.items():
        if isinstance(item, Fact):
            one = item.triple
            yield (
                names.get(one.subject.id, one.subject.name),
                one.relation.name,
                names.get(one.object.id, one.object.name),
            )


def test_nodes_become_named_entities_of_their_classes_with_typed_values(source: PropertyGraph) -> None:
    found = set(facts(source))
    assert {
        ("Harbour", "instance of", "movie"),
        ("Harbour", "instance of", "work"),
        ("Harbour", "year", "2004"),
        ("Harbour", "released", "2004-10-12"),
        ("Ada Byron", "birth date", "1985-12-03"),
        ("Ada Byron", "city", "Berlin"),
        ("Ada Byron", "retired", "yes"),
        ("Ada Byron", "place", "52.5, 13.4"),
        ("Ada Byron", "acted in", "The Long Night"),
        ("Cleo Park", "directed", "Harbour"),
    } <= found
    assert not [one for one in found if one[1] in ("embedding", "full name", "title", "summary", "data")]
    assert {one[1] for one in found if one[0].startswith("crate #")} == {"instance of", "weight"}
    values = {item.triple.relation.id: item.triple.object for item in source.items() if isinstance(item, Fact)}
    assert values["birth_date"].properties["value"] == Time(1979, 7, 21)
    assert values["year"].properties["value"] == Time(2004, precision="year")
    assert values["retired"].properties["value"] is False
    assert values["weight"].properties["value"] == 3.5
    described = [item.what for item in source.items() if isinstance(item, Described)]
    assert {one.description for one in described if one.name == "Harbour"} == {"A film about Harbour"}


def test_properties_of_relationships_become_qualifiers(source: PropertyGraph) -> None:
    acted = [
        one.triple for one in source.items() if isinstance(one, Fact) and one.triple.relation.id == "ACTED_IN"
    ]
    assert {str(one.qualifiers["roles"]) for one in acted} == {"['Eve', 'Nora']", "Max", "Tom"}
    assert {one.qualifiers["start_time"] for one in acted} == {
        Time(year, precision="year") for year in (1998, 1999, 2003)
    }
    # What a triple says of itself keeps its place.
    assert all(
        one.qualifiers["type_"] == "lead" and one.qualifiers["pay"] in (19980, 19990, 20030) for one in acted
    )
    directed = [
        one.triple for one in source.items() if isinstance(one, Fact) and one.triple.relation.id == "DIRECTED"
    ]
    assert len(directed) == 4 and len({one.id for one in directed}) == 2


def test_reading_on_after_any_line_yields_the_rest(source: PropertyGraph) -> None:
    whole = list(source.items())
    assert source.given == 1.0 and source.size == source.line
    for after in range(source.size + 1):
        assert list(source.items(after)) == [item for item in whole if item.line > after]


def test_another_state_of_the_graph_or_of_its_corrections_is_another_source(
    source: PropertyGraph, workspace: Path, cypher: Cypher
) -> None:
    def again() -> PropertyGraph:
        return loader.open_attached(load_configuration(workspace), {"from": "films"})[0]

    assert again().key == source.key
    (workspace / "attached" / "films" / "schema.toml").write_text('[labels.Person]\nnaming = ["city"]\n')
    corrected = again()
    assert corrected.key != source.key
    assert "Berlin" in {item.what.name for item in corrected.items() if isinstance(item, Described)}
    cypher("CREATE (:Person {fullName: 'Dan Mora'})")
    assert "kgqa attach --refresh" in again().notes[0] and again().key != corrected.key


def test_a_graph_does_not_go_into_itself_nor_into_a_workspace_with_an_attached_one(
    workspace: Path, server_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, cypher: Cypher
) -> None:
    before = data_hash(cypher)
    assert isinstance(loader, GraphLoader)
    with pytest.raises(ConfigError, match="read-only"), KnowledgeGraph.open(workspace) as graph:
        graph.load("", format="property-graph", into=str(workspace))
    with pytest.raises(ConfigError, match="no graph called 'flims'"), KnowledgeGraph.open(workspace) as graph:
        load_source(graph.configuration, "property-graph", "", {"from": "flims"})
    # Another name of the same server.
    monkeypatch.setenv("NEO4J_URI", server_environment["NEO4J_URI"].replace("localhost", "127.0.0.1"))
    with pytest.raises(ConfigError, match="it is read from"), KnowledgeGraph.open(workspace) as graph:
        graph.load("", format="property-graph")
    assert data_hash(cypher) == before


def test_a_loaded_property_graph_is_asked_by_plans_and_by_published_methods(
    workspace: Path, kgqa: RunKgqa, cypher: Cypher
) -> None:
    before = data_hash(cypher)
    with pytest.raises(ConfigError) as refused, KnowledgeGraph.open(workspace) as graph:
        graph.ask("Who directed Harbour?", method="kg-rag")
    assert "kgqa load property-graph --from films" in refused.value.hint
    target = workspace / "loaded" / "films"
    try:
        loaded = kgqa("load", "property-graph", "--from", "films", "--batch-size", "5", workspace=workspace)
        assert loaded.returncode == 0, loaded.stderr
        assert f"kgqa --workspace {target} ask" in loaded.stdout
        again = kgqa("load", "property-graph", "--from", "films", workspace=workspace)
        assert "nothing changed" in again.stdout
        # A graph this small gives no answer much support.
        unsure = {"ask.min_confidence": 0.0}
        with KnowledgeGraph.open(target, settings=unsure) as graph:

            def names(answer: Answer) -> list[str]:
                return sorted(one.name for one in answer.entities)

            assert names(graph.ask("who acted in [The Long Night]?", method="plans")) == [
                "Ada Byron",
                "Ben Okri",
            ]
            assert names(graph.ask("which persons live in Berlin?", method="plans")) == [
                "Ada Byron",
                "Cleo Park",
            ]
            assert names(graph.run_plan("[Berlin] <-city- where -birth_date-> < 1980")) == ["Cleo Park"]  # type: ignore[arg-type]
        with KnowledgeGraph.open(
            target, settings=unsure, llm=ScriptedLLM([_ONE_STEP, *["Cleo Park"] * 9])
        ) as graph:
            answer = graph.ask("who directed [Harbour]?", method="kg-rag")
            assert answer.status is Status.ANSWERED and "Cleo Park" in names(answer)
            told = [one.triple.text for one in answer.evidence]
            assert "(Cleo Park, directed, Harbour)" in told
    finally:
        managed_server(load_configuration(target)).stop()
    assert data_hash(cypher) == before
