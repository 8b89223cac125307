"""The managed server: found again, restarted, never started twice, stopped with its like."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.model.errors import DatabaseDown, ServerError
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store import processes
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.installation import Installation
from kgqa_neo4j.store.java import find_java
from kgqa_neo4j.store.managed import ManagedServer

Kgqa = Callable[..., subprocess.CompletedProcess[str]]

KEYS = ["running", "uri", "http_url", "username", "password_file", "version", "home", "pid", "engine"]


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A register of servers apart from the other tests', so that `stop --all` stops only ours."""
    yield {"KGQA_STATE_DIR": str(tmp_path_factory.mktemp("register"))}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory, kgqa: Kgqa, state: dict[str, str]) -> Iterator[Path]:
    """A workspace whose first start was cut off while it set the password, then asked for twice at once."""
    workspace = tmp_path_factory.mktemp("managed") / "work space"
    unfinished = workspace / "server" / "data" / "dbms" / "auth.ini"
    unfinished.parent.mkdir(parents=True)
    unfinished.write_text("neo4j:SHA-2")
    command = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()"]
    starts = [
        subprocess.Popen(
            [*command, "--workspace", str(workspace), "db", "start"],
            env={**os.environ, **state},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    outcomes = [(start.communicate(timeout=300), start.returncode) for start in starts]
    assert [code for _, code in outcomes] == [0, 0], outcomes
    yield workspace
    kgqa("db", "stop", workspace=workspace, env=state)


def status(kgqa: Kgqa, workspace: Path) -> dict[str, Any]:
    done = kgqa("db", "status", "--json", workspace=workspace)
    assert done.returncode == 0, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout)
    return facts


def servers_of(workspace: Path) -> list[int]:
    mark = f"--home-dir={workspace / 'server'}"
    return [
        process.pid for process in psutil.process_iter(["cmdline"]) if mark in (process.info["cmdline"] or [])
    ]


def test_two_first_starts_at_once_make_one_server(workspace: Path) -> None:
    assert len(servers_of(workspace)) == 1


def test_status_gives_the_promised_facts(kgqa: Kgqa, workspace: Path) -> None:
    facts = status(kgqa, workspace)
    assert list(facts) == KEYS
    assert facts["running"] is True
    assert facts["username"] == "neo4j"
    assert facts["version"] == "2026.08.1"
    assert facts["home"] == str(workspace / "server")
    assert [facts["pid"]] == servers_of(workspace)
    assert facts["uri"].startswith("bolt://127.0.0.1:")
    assert facts["http_url"].startswith("http://127.0.0.1:")


def test_password_file_holds_the_password_alone_and_is_private(kgqa: Kgqa, workspace: Path) -> None:
    file = Path(status(kgqa, workspace)["password_file"])
    password = file.read_text("utf-8")
    assert password == password.strip()
    assert len(password) >= 16
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with connect(load_configuration(workspace)) as database:
        assert database.endpoint.password == password
        assert database.endpoint.managed


def test_password_is_printed_only_on_request(kgqa: Kgqa, workspace: Path) -> None:
    file = Path(status(kgqa, workspace)["password_file"])
    plain = kgqa("db", "browser", "--no-open", workspace=workspace)
    assert file.read_text("utf-8") not in plain.stdout + plain.stderr
    assert str(file) in plain.stdout
    shown = kgqa("db", "browser", "--no-open", "--show-password", workspace=workspace)
    assert file.read_text("utf-8") in shown.stdout
    assert f"{status(kgqa, workspace)['http_url']}/browser/" in shown.stdout


def test_password_is_on_no_command_line(kgqa: Kgqa, workspace: Path) -> None:
    password = Path(status(kgqa, workspace)["password_file"]).read_text("utf-8")
    command_line = psutil.Process(status(kgqa, workspace)["pid"]).cmdline()
    assert not any(password in argument for argument in command_line)


def test_server_listens_on_this_machine_only(kgqa: Kgqa, workspace: Path) -> None:
    connections = psutil.Process(status(kgqa, workspace)["pid"]).net_connections("inet")
    listening = {one.laddr.ip for one in connections if one.status == psutil.CONN_LISTEN}
    assert listening <= {"127.0.0.1", "::ffff:127.0.0.1"}
    assert listening


def test_start_of_a_running_server_changes_nothing(kgqa: Kgqa, workspace: Path, state: dict[str, str]) -> None:
    before = status(kgqa, workspace)
    assert kgqa("db", "start", workspace=workspace, env=state).returncode == 0
    assert status(kgqa, workspace) == before


def test_start_goes_on_after_its_starter_was_killed(workspace: Path) -> None:
    server = ManagedServer(workspace / "server")
    before = server.status().pid
    # What is there when the starter dies between the launch and its two notes.
    for name in ("process.json", "ready.json"):
        (workspace / "server" / "run" / name).unlink()
    server.start()
    assert server.status().pid == before
    assert servers_of(workspace) == [before]


def test_logs_show_the_end_of_the_log(kgqa: Kgqa, workspace: Path) -> None:
    done = kgqa("db", "logs", "--lines", "3", workspace=workspace)
    assert len(done.stdout.splitlines()) == 3
    assert "Started." in done.stdout


def test_killed_server_is_started_again_on_the_same_ports(kgqa: Kgqa, workspace: Path) -> None:
    before = status(kgqa, workspace)
    with connect(load_configuration(workspace)) as database:
        database.write("graph_info_set", properties={"embed_level": "none"})
    os.kill(before["pid"], signal.SIGKILL)
    psutil.wait_procs([psutil.Process(before["pid"])] if psutil.pid_exists(before["pid"]) else [], timeout=10)
    assert status(kgqa, workspace)["running"] is False
    # The number of the dead server now belongs to another program.
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
    try:
        record = workspace / "server" / "run" / "process.json"
        record.write_text(json.dumps({**json.loads(record.read_text()), "pid": other.pid}))
        assert status(kgqa, workspace)["pid"] is None
        began = time.monotonic()
        with connect(load_configuration(workspace)) as database:
            assert database.read("graph_info")[0]["embed_level"] == "none"
        print(f"start after a kill: {time.monotonic() - began:.1f} s")
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()
    after = status(kgqa, workspace)
    assert after["running"] is True
    assert (after["uri"], after["http_url"]) == (before["uri"], before["http_url"])
    assert after["pid"] != before["pid"]


def test_stop_all_stops_it_and_a_taken_port_is_replaced(
    kgqa: Kgqa, workspace: Path, state: dict[str, str], tmp_path: Path
) -> None:
    before = status(kgqa, workspace)
    stopped = kgqa("db", "stop", "--all", workspace=tmp_path, env=state)
    assert stopped.stdout == f"stopped {workspace / 'server'}\n"
    assert servers_of(workspace) == []
    assert status(kgqa, workspace)["running"] is False
    assert kgqa("db", "stop", workspace=workspace, env=state).stdout == "the server was not running\n"
    port = int(before["uri"].rsplit(":", 1)[1])
    with socket.create_server(("127.0.0.1", port)):
        assert kgqa("db", "start", workspace=workspace, env=state).returncode == 0
        after = status(kgqa, workspace)
    assert after["running"] is True
    assert after["uri"] != before["uri"]


def test_a_server_whose_port_another_server_took_meanwhile_gets_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (ManagedServer(tmp_path / name / "server", 500) for name in ("first", "second"))
    try:
        taken = first.start()
        port = int(taken.uri.rsplit(":", 1)[1])
        chosen = iter([[port, processes.free_ports(1)[0]], processes.free_ports(2)])
        # As if both had looked for a port at the same time: the first answers on it, with a password of its own.
        monkeypatch.setattr(processes, "free_ports", lambda _count: next(chosen))
        endpoint = second.start()
        assert endpoint.uri != taken.uri
        with Database(endpoint) as database:
            assert list(database.stream("server_version"))
    finally:
        second.stop()
        first.stop()


def test_server_that_was_never_started_is_down(tmp_path: Path, kgqa: Kgqa) -> None:
    with pytest.raises(DatabaseDown, match="no server"):
        ManagedServer(tmp_path / "server").endpoint()
    facts = status(kgqa, tmp_path)
    assert facts["running"] is False
    assert facts["pid"] is facts["uri"] is facts["password_file"] is None
    assert not (tmp_path / "server").exists()


def test_data_that_nobody_ever_logged_in_to_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "data" / "databases").mkdir(parents=True)
    installation = Installation(tmp_path, tmp_path / "password", tmp_path, find_java({}), None)
    assert installation.discard_unfinished()
    assert (tmp_path / "data.unfinished" / "databases").exists()
    assert list((tmp_path / "data").iterdir()) == []


def test_data_that_someone_has_logged_in_to_is_never_put_aside(tmp_path: Path) -> None:
    (tmp_path / "data" / "databases").mkdir(parents=True)
    installation = Installation(tmp_path, tmp_path / "password", tmp_path, find_java({}), None)
    installation.mark_finished()
    assert not installation.discard_unfinished()
    assert (tmp_path / "data" / "databases").exists()


def test_a_home_by_way_of_its_parent_directory_is_that_home(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    there = tmp_path / "here" / ".." / "there"
    assert ManagedServer(there).home == tmp_path / "there"
    assert KnowledgeGraph.open(there).configuration.workspace == tmp_path / "there"


def test_a_password_that_cannot_be_set_is_told_with_the_cause(tmp_path: Path) -> None:
    # Java runs, but without any jar there is no tool.
    installation = Installation(tmp_path, tmp_path / "password", tmp_path, find_java({}), None)
    with pytest.raises(ServerError, match=r"(?s)AdminTool.*ClassNotFoundException"):
        installation.set_password()


def test_lost_password_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "kgqa-initialised").touch()
    with pytest.raises(ServerError, match="password"):
        ManagedServer(tmp_path).start()
