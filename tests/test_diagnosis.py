"""What `kgqa doctor` finds, on a real server with a graph that is broken piece by piece."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.diagnosis.checks import Check, diagnose
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.driver import Database

Cypher = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def database(bare_database: Database) -> Database:
    return bare_database


@pytest.fixture
def graph(database: Database, cypher: Cypher) -> Database:
    """Two entities, one triple, everything indexed, as a load leaves it."""
    schema.create_constraints(database)
    vector = [1.0, 0.0, 0.0, 0.0]
    cypher(
        """
        CREATE (a:Entity {id: 't:a', name: 'a', aliases: [], keys: ['a'], embedding: $vector})
        CREATE (b:Entity {id: 't:b', name: 'b', aliases: [], keys: ['b'], embedding: $vector})
        CREATE (:Relation {id: 'knows', name: 'knows', count: 1, embedding: $vector})
        CREATE (a)-[:knows {id: 'x', source: 't:a', target: 't:b', type: 'knows', embedding: $vector}]->(b)
        """,
        vector=vector,
    )
    names = schema.create_name_indexes(database)
    names += [schema.create_node_vector_index(database, label, 4) for label in ("Entity", "Relation")]
    names.append(schema.create_triple_index(database, ["knows"], 4))
    schema.await_indexes(database, names)
    cypher(
        "CREATE (:GraphInfo {id: 'graph', embedding_model: 'all-MiniLM-L6-v2', embedding_dimension: 4, "
        "embedding_normalised: true, embed_level: 'triples', triple_index: $index})",
        index=names[-1],
    )
    return database


@pytest.fixture
def look(
    server_environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., dict[str, Check]]:
    """Diagnose the graph of `database`, with settings given as keywords."""
    for name, value in server_environment.items():
        monkeypatch.setenv(name, value)

    def run(questions: Path | None = None, **settings: object) -> dict[str, Check]:
        overrides = {name.replace("__", "."): value for name, value in settings.items()}
        found = diagnose(load_configuration(tmp_path / "workspace", overrides), questions)
        return {check.name: check for check in found.checks}

    return run


Look = Callable[..., dict[str, Check]]


def test_all_is_well_with_a_whole_graph(graph: Database, look: Look) -> None:
    checks = look()
    assert [check for check in checks.values() if check.status != "ok"] == []
    assert checks["server"].message.startswith("Neo4j 20")
    assert checks["graph"].message == "2 entities, 1 triple, 1 relation"
    assert {"indexes", "triple index", "vectors", "model file", "encoder", "spaCy pipeline"} < checks.keys()


def test_empty_database_says_what_to_load(database: Database, look: Look) -> None:
    checks = look()
    assert checks["graph"].status == "error"
    assert "kgqa load" in checks["graph"].hint
    assert "indexes" not in checks


def test_missing_index_is_named(graph: Database, look: Look) -> None:
    schema.drop_index(graph, "entity_keys")
    check = look()["indexes"]
    assert (check.status, "entity_keys" in check.message) == ("error", True)


def test_index_of_another_dimension_is_an_error(graph: Database, look: Look) -> None:
    schema.drop_index(graph, "entity_embedding")
    schema.await_indexes(graph, [schema.create_node_vector_index(graph, "Entity", 8)])
    check = look()["indexes"]
    assert check.status == "error"
    assert "8" in check.message


def test_relationship_type_outside_of_the_triple_index_is_named(
    graph: Database, look: Look, cypher: Cypher
) -> None:
    cypher("CREATE (:Relation {id: 'likes', name: 'likes', count: 0})")
    check = look()["triple index"]
    assert check.status == "error"
    assert "1 of 2" in check.message
    assert "likes" in check.message


def test_graph_of_another_encoder_is_an_error(graph: Database, look: Look, cypher: Cypher) -> None:
    cypher("MATCH (g:GraphInfo) SET g.embedding_model = 'other-model'")
    check = look()["vectors"]
    assert check.status == "error"
    assert "--reembed" in check.hint


def test_coverage_of_a_question_file(graph: Database, look: Look, tmp_path: Path) -> None:
    file = tmp_path / "qa.txt"
    for lines, status in (
        ("who knows [a]\tb\n", "ok"),
        ("who knows [a]\tc\n", "warning"),
        ("who [c]\td\n", "error"),
    ):
        file.write_text(lines)
        assert look(file)["coverage"].status == status
    assert "0 of 1 topics" in look(file)["coverage"].message


def test_layers_asked_of_a_build_without_gpu_are_a_warning(look: Look, graph: Database) -> None:
    from kgqa_neo4j.llm.llamacpp import can_offload

    check = look(llm__gpu_layers="20")["language model"]
    assert check.status == ("ok" if can_offload() else "warning")
    assert look(llm__gpu_layers="0")["language model"].status == "ok"


def test_missing_models_and_dead_endpoints_are_errors(look: Look, graph: Database) -> None:
    checks = look(llm__model="/nowhere.gguf", linking__spacy_model="xx_none")
    assert (checks["model file"].status, checks["spaCy pipeline"].status) == ("error", "error")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        assert look(llm__backend="http", llm__base_url=address)["language model"].status == "error"


def test_wrong_password_is_one_error_among_the_checks(look: Look, graph: Database) -> None:
    checks = look(neo4j__password="wrong")
    assert checks["server"].status == "error"
    assert "password" in checks["server"].message
    assert checks["encoder"].status == "ok"


def run(workspace: Path, *words: str) -> Result:
    return CliRunner().invoke(group, ["--workspace", str(workspace), "doctor", *words], catch_exceptions=False)


def test_managed_server_that_is_down_is_said_so_and_stays_down(tmp_path: Path) -> None:
    result = run(tmp_path, "--json")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["ok"]) == (1, False)
    assert found["checks"][0]["name"] == "server"
    assert "kgqa db start" in found["checks"][0]["hint"]
    assert not managed_server(load_configuration(tmp_path)).status().running


def test_command_shows_a_line_for_each_check_and_exits_by_them(
    graph: Database, server_environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in server_environment.items():
        monkeypatch.setenv(name, value)
    result = run(tmp_path)
    assert result.exit_code == 0
    assert "triple index" in result.stdout
