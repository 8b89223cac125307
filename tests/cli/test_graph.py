import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.loading import graph_hash
from kgqa_neo4j.model.errors import EmptyGraph, InputError
from kgqa_neo4j.store.driver import Database


def run(workspace: Path, *words: str) -> Result:
    return CliRunner().invoke(group, ["--workspace", str(workspace), *words])


@pytest.mark.parametrize(
    "words",
    [
        ("ask", "who directed Kismet?"),
        ("ask", "who directed Kismet?", "--method", "plans", "--json"),
        ("eval", "questions.jsonl", "--format", "jsonl"),
        ("plan", "run", "[my:Ada] -knows->"),
        ("plan", "list", "who knows [Ada]?"),
        ("learn", "questions.jsonl", "--format", "jsonl"),
        ("learn", "--list"),
        ("graph", "sources"),
        ("graph", "remove", "--all"),
        ("chat",),
    ],
)
def test_an_empty_workspace_says_so_without_starting_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("questions.jsonl").write_text('{"question": "who knows Ada?", "topic": "Ada", "answers": ["Bob"]}\n')
    done = run(tmp_path / "workspace", *words)
    assert isinstance(done.exception, EmptyGraph), done.output
    assert done.exception.message.startswith("nothing is loaded")
    assert "kgqa load" in done.exception.hint
    assert not (tmp_path / "workspace" / "server").exists()


def test_a_workspace_from_which_all_was_removed_is_as_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NEO4J_URI", raising=False)
    facts = tmp_path / "facts.csv"
    facts.write_text("Ada,knows,Bob\n")
    loading = ("load", "triples", str(facts), "--embed", "none")
    try:
        assert run(tmp_path, *loading).exit_code == 0
        removed = run(tmp_path, "graph", "remove", "--all")
        assert "facts.csv: 1 triple, 2 entities; the graph now has 0 triples" in removed.output
        assert run(tmp_path, "db", "stop").exit_code == 0
        for words in (("ask", "who knows Ada?"), ("chat",), ("graph", "sources")):
            done = run(tmp_path, *words)
            assert isinstance(done.exception, EmptyGraph), done.output
            assert done.exception.message == f"nothing is loaded in the workspace {tmp_path}"
        assert '"running": false' in run(tmp_path, "db", "status", "--json").output
        assert run(tmp_path, *loading).exit_code == 0
        assert "facts.csv" in run(tmp_path, "graph", "sources").output
    finally:
        run(tmp_path, "db", "stop")


@pytest.fixture
def workspace(
    tmp_path: Path, database: Database, server_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> Path:
    for name, value in server_environment.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "a.csv").write_text("subject,relation,object\nAda,knows,Bob\nAda,born,1815-12-10\n")
    (tmp_path / "people.csv").write_text("name,knows\nAda,Bob\nEve,Ada\n")
    return tmp_path


def test_sources_are_listed_and_removed(workspace: Path, database: Database) -> None:
    loaded = run(workspace, "load", "triples", str(workspace / "a.csv"), "--prefix", "x", "--embed", "none")
    assert loaded.exit_code == 0, loaded.output
    assert "line 1 of a.csv is a header, not a fact" in loaded.output
    hashed = graph_hash(database)
    table = ("load", "table", str(workspace / "people.csv"), "--id", "name", "--prefix", "x", "--embed", "none")
    assert run(workspace, *table).exit_code == 0
    found = json.loads(run(workspace, "graph", "sources", "--json").output)
    assert [(one["source"], one["kind"], one["triples"], one["entities"], one["state"]) for one in found] == [
        ("a.csv", "triples", 2, 3, "loaded"),
        ("people.csv", "table", 4, 4, "loaded"),
    ]
    assert all(word in run(workspace, "graph", "sources").output for word in ("people.csv", "table", "loaded"))
    removed = run(workspace, "graph", "remove", "people.csv")
    assert removed.output == (
        "Removed people.csv: 3 triples, 2 entities; the graph now has 2 triples, 3 entities, 2 relations\n"
    )
    assert graph_hash(database) == hashed
    unknown = run(workspace, "graph", "remove", "people.csv")
    assert isinstance(unknown.exception, InputError)
    assert json.loads(run(workspace, "graph", "remove", "--all", "--json").output)["triples"] == 0
    assert isinstance(run(workspace, "graph", "sources").exception, EmptyGraph)


def test_several_files_are_several_sources(workspace: Path, database: Database) -> None:
    (workspace / "b.csv").write_text("Eve,knows,Ada\n")
    files = [str(workspace / name) for name in ("a.csv", "b.csv")]
    done = run(workspace, "load", "triples", *files, "--embed", "none", "--json")
    assert [json.loads(line)["source"] for line in done.output.splitlines()] == ["a.csv", "b.csv"]
    assert run(workspace, "load", "triples", *files, "--bulk").exit_code == 2


@pytest.mark.parametrize("words", [("graph", "remove"), ("graph", "remove", "a.csv", "--all")])
def test_what_to_remove_is_to_be_named(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert run(tmp_path, *words).exit_code == 2
