"""Several attached graphs in one workspace: chosen by name, listed, forgotten; and served by one engine."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.attached.attaching import Where, attach_server
from kgqa_neo4j.engine import client
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import Attachment, load_configuration, write_setting
from kgqa_neo4j.settings.attachment import attachments, check_graph_name, remove_attachment, write_attachment
from kgqa_neo4j.store.connect import own_server
from kgqa_neo4j.store.driver import Database
from tests.attached.conftest import Cypher
from tests.conftest import RunKgqa


def attached(name: str, at: str = "", uri: str = "bolt://one:7687", **more: object) -> Attachment:
    return msgspec.convert({"name": name, "uri": uri, "attached_at": at, **more}, Attachment)


@pytest.fixture
def two(tmp_path: Path) -> Path:
    write_attachment(tmp_path, attached("films", "2026-01-02", database="movies"))
    write_attachment(tmp_path, attached("shop", "2026-01-01", "neo4j://two:7687", username="reader"))
    return tmp_path


def test_the_last_attached_graph_is_the_default_and_a_setting_or_an_option_chooses_another(two: Path) -> None:
    def chosen(overrides: dict[str, object] | None = None, **environment: str) -> tuple[str, str, str]:
        settings = load_configuration(two, overrides, environment).settings
        return settings.graph.name, settings.neo4j.uri, settings.neo4j.database

    assert chosen() == ("films", "bolt://one:7687", "movies")
    assert chosen(KGQA_GRAPH_NAME="shop") == ("shop", "neo4j://two:7687", "neo4j")
    write_setting(two, "graph.name", "shop")
    assert chosen() == ("shop", "neo4j://two:7687", "neo4j")
    assert chosen({"graph.name": "films"}) == ("films", "bolt://one:7687", "movies")
    assert chosen({"graph.name": ""}) == ("shop", "neo4j://two:7687", "neo4j")
    assert KnowledgeGraph.open(two, graph="films").configuration.settings.neo4j.database == "movies"


def test_an_unknown_name_is_an_error_with_the_nearest_one(two: Path) -> None:
    with pytest.raises(ConfigError, match="no graph called 'flims'") as raised:
        load_configuration(two, {"graph.name": "flims"})
    assert "did you mean films?" in raised.value.hint
    with pytest.raises(ConfigError, match="another graph cannot be selected here"):
        load_configuration(two).changed({"graph.name": "shop"}, "the call")


def test_each_graph_may_have_a_password_of_its_own(two: Path) -> None:
    environment = {"NEO4J_PASSWORD": "all", "NEO4J_PASSWORD_SHOP": "shop alone"}

    def password(name: str) -> str:
        settings = load_configuration(two, {"graph.name": name}, environment).settings
        return settings.neo4j.password.get_secret_value()

    assert (password("films"), password("shop")) == ("all", "shop alone")
    elsewhere = load_configuration(two, {"graph.name": "shop", "neo4j.uri": "bolt://three:7687"}, environment)
    assert elsewhere.settings.neo4j.password.get_secret_value() == "all"


@pytest.mark.parametrize("name", ["", "..", ".hidden", "a/b", "a b", "x" * 64, "FILMS"])
def test_what_is_no_name_for_a_folder_is_refused(two: Path, name: str) -> None:
    with pytest.raises(ConfigError):
        check_graph_name(two, name)
    check_graph_name(two, "films")


def test_a_database_of_another_server_does_not_take_the_place_of_one_of_the_same_name(two: Path) -> None:
    write_attachment(two, attached("neo4j", uri="bolt://one:7687"))
    with pytest.raises(ConfigError, match="attached already") as raised:
        attach_server(load_configuration(two, environment={}, attached=False), Where("bolt://other:7687"))
    assert "--name" in raised.value.hint


def test_the_graph_that_an_earlier_version_attached_stays_where_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "attached"
    folder.mkdir()
    (folder / "graph.json").write_bytes(msgspec.json.encode({"name": "old", "uri": "bolt://one:7687"}))
    (folder / "schema.toml").write_text("")
    write_attachment(tmp_path, attached("new", "2026-01-01"))
    assert [one.name for one in attachments(tmp_path)] == ["old", "new"]
    write_attachment(tmp_path, attached("old", "2026-01-02"))
    assert load_configuration(tmp_path).settings.graph.name == "old"
    assert not (folder / "old").exists()
    remove_attachment(tmp_path, "old")
    assert [one.name for one in attachments(tmp_path)] == ["new"]
    assert [one.name for one in folder.iterdir()] == ["new"]


def test_the_workspaces_own_server_is_at_hand_while_the_default_graph_is_elsewhere(two: Path) -> None:
    with pytest.raises(ConfigError, match="not managed"):
        own_server(load_configuration(two))
    write_attachment(two, attached("dumped", "2025-01-01", uri="", source="shop.dump"))
    assert own_server(load_configuration(two)).home.is_relative_to(two)


def test_graphs_are_listed_chosen_by_every_command_served_by_one_engine_and_forgotten(
    bank: Database, cypher: Cypher, kgqa: RunKgqa, tmp_path: Path, server_environment: dict[str, str]
) -> None:
    def run(*words: str, code: int = 0) -> str:
        done = kgqa(*words, workspace=tmp_path, env={**server_environment, "COLUMNS": "200"})
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr

    def names(*words: str) -> list[str]:
        asked = ("ask", "Which customers have the zip 01003?", "--method", "plans", "--json")
        return [one["name"] for one in json.loads(run(*asked, *words))["entities"]]

    run("attach", "--name", "customers", "--include-labels", "Customer")
    # The address is that of the environment, as if nothing were attached.
    run("attach", "--name", "accounts", "--include-labels", "Bank Account")
    listed = run("attach", "--list").splitlines()
    assert [line.split()[0] for line in listed[1:3]] == ["customers", "accounts"]
    assert listed[2].startswith("accounts *") and bank.endpoint.uri in listed[1]
    shown = [one["name"] for one in json.loads(run("schema", "--json", "--graph", "customers"))["labels"]]
    assert shown == ["Customer"]
    assert "accounts" in run("schema", "edit") and "customers" in run("schema", "edit", "--graph", "customers")
    plan = ':Customer where -.zip-> = "01003"'
    assert "Ábel 3" in run("plan", "run", plan, "--graph", "customers", "--json")
    try:
        for engine in ("--engine", "--no-engine"):
            assert names("--graph", "customers", engine) == ["Zoë Ábel 3"]
            done = kgqa(
                "ask", "customers with the zip 01003", "--method", "plans", "--json", engine, workspace=tmp_path,
                env=server_environment,
            )  # fmt: skip
            assert "Ábel" not in done.stdout
    finally:
        client.stop(tmp_path)
    assert "did you mean customers?" in run("ask", "x", "--graph", "customer", "--no-engine", code=3)
    run("config", "set", "graph.name", "customers")
    assert names("--no-engine") == ["Zoë Ábel 3"]
    refreshed = (tmp_path / "attached" / "accounts" / "schema.json").stat().st_mtime_ns
    run("attach", "--refresh", "--name", "accounts")
    assert (tmp_path / "attached" / "accounts" / "schema.json").stat().st_mtime_ns > refreshed
    before = cypher("MATCH (n) RETURN count(n) AS n")
    assert bank.endpoint.uri in run("attach", "--remove", "customers")
    assert cypher("MATCH (n) RETURN count(n) AS n") == before
    assert not (tmp_path / "attached" / "customers").exists()
    # The setting that named it is gone too.
    assert "Bank Account" in run("schema")
    assert "did you mean accounts?" in run("attach", "--remove", "account", code=3)
    shutil.rmtree(tmp_path / "attached")
    assert "no graph is attached" in run("attach", "--list")
