import json
from pathlib import Path

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.model.errors import ConfigError, ReadOnlyServer
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database
from tests.attached.conftest import Cypher
from tests.conftest import TEST_DATA, RunKgqa


def test_the_schema_is_shown_as_text_json_and_page(
    bank: Database, kgqa_here: RunKgqa, tmp_path: Path, server_environment: dict[str, str]
) -> None:
    kgqa_here("attach", "--exclude-labels", "Flagged", workspace=tmp_path, env=server_environment)
    shown = kgqa_here("schema", workspace=tmp_path, env={"COLUMNS": "160"}).stdout
    assert "fullName *" in shown and "date stored as text (%m/%d/%Y)" in shown
    found = json.loads(kgqa_here("schema", "--json", workspace=tmp_path).stdout)
    assert [one["name"] for one in found["labels"]] == ["Bank Account", "Customer"]
    page = tmp_path / "schema.html"
    assert kgqa_here("schema", "--html", page, workspace=tmp_path).returncode == 0
    assert "Bank Account" in page.read_text("utf-8")
    (tmp_path / "attached" / "neo4j" / "schema.toml").write_text(
        '[labels.Customer]\nnaming = ["phone"]\n', "utf-8"
    )
    assert KnowledgeGraph.open(tmp_path).schema().label["Customer"].naming == ("phone",)
    edited = kgqa_here("schema", "edit", workspace=tmp_path)
    assert edited.returncode == 0 and "schema.toml" in edited.stdout


def test_the_connection_of_an_attached_graph_refuses_to_write(
    bank: Database,
    cypher: Cypher,
    kgqa_here: RunKgqa,
    tmp_path: Path,
    server_environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kgqa_here("attach", workspace=tmp_path, env=server_environment)
    monkeypatch.setenv("NEO4J_PASSWORD", server_environment["NEO4J_PASSWORD"])
    configuration = load_configuration(tmp_path)
    graph = open_attached(configuration)
    with connect(configuration) as database:
        for write in (
            lambda: database.write("trace_write", id="x", properties={}),
            lambda: database.transact(lambda run: None),
            lambda: database.run_schema("CREATE INDEX x FOR (n:X) ON (n.y)"),
        ):
            with pytest.raises(ReadOnlyServer):
                write()
        assert not graph.is_stale(database)
        cypher("CREATE (:Customer {fullName: 'Nora New'})")
        assert graph.is_stale(database)
        assert graph.read(database).values.find("nora new")[0].value == "Nora New"


def test_a_workspace_without_an_attached_graph_says_how_to_attach_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        KnowledgeGraph.open(tmp_path).schema()
    assert "kgqa attach" in raised.value.hint


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "labels", "option"),
    [("movies.dump", {"Movie", "Person"}, "--dump"), ("star-wars-import.zip", {"Film", "Planet"}, "--import")],
)
def test_a_dump_and_an_import_set_are_loaded_into_the_workspaces_own_server(
    kgqa: RunKgqa, tmp_path: Path, name: str, labels: set[str], option: str
) -> None:
    file = Path(TEST_DATA) / "property-graphs" / "graphs" / name
    if not TEST_DATA or not file.is_file():
        pytest.skip("KGQA_TEST_DATA names no folder that holds property-graphs/")
    try:
        attached = kgqa("attach", option, file, workspace=tmp_path, timeout=600)
        assert attached.returncode == 0, attached.stderr
        assert labels <= set(KnowledgeGraph.open(tmp_path).schema().label)
    finally:
        kgqa("db", "stop", workspace=tmp_path)
