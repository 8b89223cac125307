"""A server that only reads: questions are answered and kept in the workspace, loads are refused."""

import copy
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kgqa_neo4j.loading import graph_hash
from kgqa_neo4j.model.errors import ReadOnlyServer
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store import server_config
from kgqa_neo4j.store.connect import connect, managed_server

Kgqa = Callable[..., subprocess.CompletedProcess[str]]
TRIPLES = "Metropolis|directed_by|Fritz Lang\nM|directed_by|Fritz Lang\nM|starred_actors|Peter Lorre\n"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory, kgqa: Kgqa) -> Iterator[Path]:
    """A workspace with a small graph, whose server was started again to read only."""
    workspace = tmp_path_factory.mktemp("reading") / "workspace"
    loaded = kgqa("load", "triples", "-", "--prefix", "t", workspace=workspace, stdin=TRIPLES)
    assert loaded.returncode == 0, loaded.stderr
    server = managed_server(load_configuration(workspace))
    server.stop()
    settings = copy.deepcopy(server_config.settings_source())
    settings["shared"]["server.databases.default_to_read_only"] = "true"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_config, "settings_source", lambda: settings)
        server.start()
    yield workspace
    server.stop()


def test_a_question_is_answered_and_its_history_stays_in_the_workspace(kgqa: Kgqa, workspace: Path) -> None:
    asked = kgqa("ask", "who directed [Metropolis]?", "--method", "plans", "--json", workspace=workspace)
    assert asked.returncode == 0, asked.stderr
    answer = json.loads(asked.stdout)
    assert [entity["id"] for entity in answer["entities"]] == ["t:Fritz Lang"]
    assert not answer["browser_url"]
    assert any("read" in step["summary"] and step["kind"] == "trace" for step in answer["steps"])
    shown = kgqa("show", answer["ask_id"], workspace=workspace)
    assert shown.returncode == 0, shown.stderr
    assert "Fritz Lang" in shown.stdout


@pytest.mark.parametrize("command", [["load", "triples", "-", "--prefix", "t"], ["load", "--reembed"]])
def test_what_would_write_is_refused_and_changes_nothing(
    kgqa: Kgqa, workspace: Path, command: list[str]
) -> None:
    with connect(load_configuration(workspace)) as database:
        before = graph_hash(database)
        refused = kgqa(*command, workspace=workspace, stdin="Fury|directed_by|Fritz Lang\n")
        assert refused.returncode == ReadOnlyServer.exit_code, refused.stderr
        assert "does not allow this" in refused.stderr
        assert "Traceback" not in refused.stderr
        assert graph_hash(database) == before
