"""The engine as a process of its own, on a real graph."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

from kgqa_neo4j.engine import client
from kgqa_neo4j.engine.address import engine_address
from kgqa_neo4j.model.errors import NoSuchTopic
from kgqa_neo4j.testing import small_graph
from tests.conftest import RunKgqa

TRIPLES = [("Ada", "leads", "Sales"), ("Bob", "leads", "Support"), ("Ada", "lives in", "Rome")]
QUESTION = "who leads [Sales]?"
PLANS = ("--method", "plans", "--json")


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    workspace = tmp_path_factory.mktemp("engine") / "workspace"
    with small_graph(TRIPLES, workspace=workspace):
        yield workspace
        client.stop(workspace)


@pytest.fixture
def workspace(graph: Path) -> Iterator[Path]:
    client.stop(graph)
    yield graph
    client.stop(graph)


@pytest.fixture
def ask(kgqa: RunKgqa, workspace: Path) -> Callable[..., dict[str, Any]]:
    def run(*words: str, code: int = 0, **env: str) -> dict[str, Any]:
        done = kgqa("ask", *words, *PLANS, "--engine", workspace=workspace, env=env)
        assert done.returncode == code, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout) if code in (0, 8, 9) else {"stderr": done.stderr}
        return answer

    return run


def names(answer: dict[str, Any]) -> list[str]:
    return sorted(entity["name"] for entity in answer["entities"])


def pid(workspace: Path) -> int:
    status = client.status(workspace)
    assert status is not None
    return status.pid


def test_one_process_answers_one_question_after_another_as_the_command_would(
    ask: Callable[..., dict[str, Any]], kgqa: RunKgqa, workspace: Path
) -> None:
    assert names(ask(QUESTION)) == ["Ada"]
    first = pid(workspace)
    by_engine = ask(QUESTION)
    assert pid(workspace) == first
    alone = json.loads(kgqa("ask", QUESTION, *PLANS, "--no-engine", workspace=workspace).stdout)
    for answer in (by_engine, alone):
        # What is kept of the graph need not be read again, so fewer statements run.
        for key in ("seconds", "ask_id", "browser_url", "cypher", "statements"):
            answer.pop(key, None)
    assert by_engine == alone
    error = ask("who leads [Nobody]?", code=NoSuchTopic.exit_code)
    assert "Nobody" in error["stderr"] and "try:" in error["stderr"]
    status = json.loads(kgqa("db", "status", "--json", workspace=workspace).stdout)
    assert status["engine"]["pid"] == first and status["engine"]["questions"] == 3
    assert (workspace / "logs" / "engine.log").stat().st_size > 0


def test_two_commands_at_once_start_one_engine(ask: Callable[..., dict[str, Any]], workspace: Path) -> None:
    with ThreadPoolExecutor(3) as commands:
        answers = list(commands.map(lambda _: ask(QUESTION), range(3)))
    assert [names(answer) for answer in answers] == [["Ada"]] * 3
    assert len(engines(workspace)) == 1


def test_an_engine_that_is_dead_or_hangs_is_replaced(
    ask: Callable[..., dict[str, Any]], workspace: Path
) -> None:
    ask(QUESTION)
    killed = pid(workspace)
    os.kill(killed, signal.SIGKILL)
    psutil.wait_procs([process for process in psutil.process_iter() if process.pid == killed], 10)
    assert engine_address(workspace).socket.exists()
    assert names(ask(QUESTION)) == ["Ada"]
    hanging = pid(workspace)
    assert hanging != killed
    os.kill(hanging, signal.SIGSTOP)
    assert names(ask(QUESTION)) == ["Ada"]
    assert pid(workspace) != hanging and len(engines(workspace)) == 1


def test_settings_count_from_the_moment_they_change(
    ask: Callable[..., dict[str, Any]], kgqa: RunKgqa, workspace: Path
) -> None:
    ask(QUESTION)
    first = pid(workspace)
    sure = ask(QUESTION)["confidence"]
    assert ask(QUESTION, KGQA_ASK_MIN_CONFIDENCE="1", code=8)["confidence"] == sure
    assert ask(QUESTION, "--set", "ask.min_confidence=1", code=8)["status"] == "withheld"
    kgqa("config", "set", "ask.min_confidence", "1", workspace=workspace)
    assert ask(QUESTION, code=8)["status"] == "withheld"
    kgqa("config", "unset", "ask.min_confidence", workspace=workspace)
    assert ask(QUESTION)["status"] == "answered"
    assert pid(workspace) == first


def test_a_graph_that_grew_is_seen(
    ask: Callable[..., dict[str, Any]], kgqa: RunKgqa, workspace: Path, tmp_path: Path
) -> None:
    ask("who leads [Support]?")
    first = pid(workspace)
    file = tmp_path / "more.tsv"
    file.write_text("Cid\tleads\tSupport\n")
    loaded = kgqa("load", "triples", file, "--prefix", "triples", workspace=workspace)
    assert loaded.returncode == 0, loaded.stderr
    assert names(ask("who leads [Support]?")) == ["Bob", "Cid"]
    assert pid(workspace) == first


def test_an_engine_of_another_program_is_replaced(
    ask: Callable[..., dict[str, Any]], workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(QUESTION)
    older = pid(workspace)
    changed = client.EngineClient(workspace)
    # As the command of a newer program would say.
    monkeypatch.setattr(changed, "_program", "newer")
    with pytest.raises(client.EngineUnavailable):
        changed.ask(QUESTION, settings={"ask.method": "plans"})
    ask(QUESTION)
    assert pid(workspace) != older


def test_a_chat_is_answered_by_the_engine_and_loads_no_model(kgqa: RunKgqa, workspace: Path) -> None:
    kgqa("config", "set", "ask.method", "plans", workspace=workspace)
    lines = "who leads Sales?\nwhere does she live?\n/plan\n/why\n/method plans\n/browser\nand Support?\n"
    chat = kgqa("chat", "--engine", workspace=workspace, stdin=lines, env={"PYTHONPROFILEIMPORTTIME": "1"})
    kgqa("config", "unset", "ask.method", workspace=workspace)
    assert chat.returncode == 0, chat.stderr
    for text in ("Ada\n", "where does [Ada] live?", "Rome\n", "plans considered", "linking:", "http://"):
        assert text in chat.stdout
    status = client.status(workspace)
    # Two candidates of the pronoun are tried before the question is asked.
    assert status is not None and status.questions >= 4
    imported = {line.rpartition("|")[2].strip() for line in chat.stderr.splitlines()}
    assert "kgqa_neo4j.conversation" in imported
    assert not imported & {"neo4j", "numpy", "pydantic", "spacy", "torch", "kgqa_neo4j.knowledge_graph"}


def test_a_correction_in_a_chat_counts_in_the_engine(kgqa: RunKgqa, workspace: Path) -> None:
    lines = "who is the head honcho of [Sales]?\n/wrong Ada\nwho is the head honcho of [Support]?\n"
    chat = kgqa("chat", "--engine", "--method", "plans", workspace=workspace, stdin=lines)
    assert chat.returncode == 0, chat.stderr
    said, learned, after = chat.stdout.rpartition("learned: ")
    assert learned and "Bob" not in said and "Bob" in after


def test_an_idle_engine_ends(ask: Callable[..., dict[str, Any]], workspace: Path) -> None:
    ask(QUESTION, "--set", "engine.idle=1")
    assert gone(workspace, 10)
    assert not engine_address(workspace).socket.exists()


def test_stopping_the_server_stops_the_engine(
    ask: Callable[..., dict[str, Any]], kgqa: RunKgqa, workspace: Path
) -> None:
    ask(QUESTION)
    stopped = kgqa("db", "stop", workspace=workspace)
    assert "stopped the engine" in stopped.stdout
    assert client.status(workspace) is None
    # The server is started again by the next question, and the engine with it.
    assert names(ask(QUESTION)) == ["Ada"]


def test_an_engine_survives_that_its_server_was_restarted(
    ask: Callable[..., dict[str, Any]], workspace: Path
) -> None:
    from kgqa_neo4j.settings import load_configuration
    from kgqa_neo4j.store.connect import managed_server

    ask(QUESTION)
    first = pid(workspace)
    managed_server(load_configuration(workspace)).stop()
    assert names(ask(QUESTION)) == ["Ada"]
    assert pid(workspace) == first


def test_an_interrupted_command_ends_its_question_in_the_engine(
    ask: Callable[..., dict[str, Any]], workspace: Path, endpoint_of_graph: Any
) -> None:
    ask(QUESTION)
    # An index that is being made holds back whoever writes a trace; nothing else of a small graph takes long.
    with endpoint_of_graph() as driver, driver.session() as session, session.begin_transaction() as transaction:
        transaction.run("CREATE INDEX held FOR (a:Ask) ON (a.held)").consume()
        command = [
            sys.executable,
            "-c",
            "from kgqa_neo4j.cli import main; main()",
            "--workspace",
            str(workspace),
        ]
        with subprocess.Popen(
            [*command, "ask", QUESTION, "--engine", "--method", "plans"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        ) as process:
            until(lambda: held(driver), 60)
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == 130
        until(lambda: not running(driver), 2)
        transaction.rollback()
    status = client.status(workspace)
    assert status is not None and status.busy == 0
    assert names(ask(QUESTION)) == ["Ada"]


@pytest.fixture
def endpoint_of_graph(workspace: Path) -> Callable[[], Any]:
    import neo4j

    from kgqa_neo4j.settings import load_configuration
    from kgqa_neo4j.store.connect import managed_server

    endpoint = managed_server(load_configuration(workspace)).start()
    return lambda: neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.username, endpoint.password))


def running(driver: Any) -> list[dict[str, Any]]:
    query = "SHOW TRANSACTIONS YIELD metaData WHERE metaData.question IS NOT NULL RETURN metaData"
    rows: list[dict[str, Any]] = driver.execute_query(query).records
    return rows


def held(driver: Any) -> list[dict[str, Any]]:
    query = """SHOW TRANSACTIONS YIELD metaData, status
               WHERE metaData.question IS NOT NULL AND status STARTS WITH 'Blocked' RETURN status"""
    rows: list[dict[str, Any]] = driver.execute_query(query).records
    return rows


def until(true: Callable[[], object], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def engines(workspace: Path) -> list[int]:
    mark = engine_address(workspace).mark
    return [one.pid for one in psutil.process_iter(["cmdline"]) if mark in (one.info["cmdline"] or ())]


def gone(workspace: Path, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and engines(workspace):
        time.sleep(0.1)
    return not engines(workspace)
