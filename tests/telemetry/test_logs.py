"""Log records bear the id of their question; the audit log says who asked what when, and rotates."""

import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from kgqa_neo4j import ConfigError, KnowledgeGraph, NoSuchTopic
from kgqa_neo4j.settings import AuditSettings
from kgqa_neo4j.store.driver import Endpoint
from kgqa_neo4j.telemetry.asking import asked_by, asking
from kgqa_neo4j.telemetry.audit import audit
from kgqa_neo4j.telemetry.logs import AskIdFilter, JsonFormatter, TextFormatter
from tests.conftest import OpenSmallGraph


@pytest.fixture(scope="module")
def office(small_graph_there: OpenSmallGraph) -> Iterator[KnowledgeGraph]:
    with small_graph_there([("Ada", "leads", "Sales"), ("Ben", "leads", "Support")]) as graph:
        yield graph


def lines_of(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_records_of_a_question_bear_its_id(office: KnowledgeGraph, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(AskIdFilter())
    with caplog.at_level(logging.INFO, logger="kgqa_neo4j.methods.asking"):
        answer = office.ask("who leads Sales?", method="plans")
    (record,) = caplog.records
    told = json.loads(JsonFormatter().format(record))
    assert told["ask_id"] == answer.ask_id and told["message"].startswith("answered by plans in")
    assert "Sales" not in told["message"]
    assert TextFormatter().format(record).endswith(f"[{answer.ask_id}]")


def test_json_records_are_one_line_with_their_exception() -> None:
    record = logging.LogRecord("a", logging.ERROR, "", 0, "two\nlines %s", ("é",), None)
    AskIdFilter().filter(record)
    assert json.loads(JsonFormatter().format(record))["message"] == "two\nlines é"
    assert "\n" not in JsonFormatter().format(record) and "ask_id" not in JsonFormatter().format(record)


def test_the_audit_log_says_who_asked_what_and_what_came_of_it(
    office: KnowledgeGraph, endpoint: Endpoint
) -> None:
    workspace = office.configuration.workspace
    there = {
        "neo4j.uri": endpoint.uri,
        "neo4j.username": endpoint.username,
        "neo4j.password": endpoint.password,
    }
    with KnowledgeGraph.open(workspace, settings={**there, "audit.use": True}) as graph:
        with asked_by("ada@example.org"):
            answer = graph.ask("who leads Sales?", method="plans")
        with pytest.raises(NoSuchTopic):
            graph.ask("who leads it?", topics=["Nowhere"])
    file = workspace / "audit.log"
    first, second = lines_of(file)
    assert (first["who"], first["question"], first["ask_id"]) == (
        "ada@example.org",
        "who leads Sales?",
        answer.ask_id,
    )
    assert (first["status"], second["error"]) == ("answered", "NoSuchTopic")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_there_is_no_audit_log_unless_one_is_wanted(tmp_path: Path) -> None:
    audit(AuditSettings(), tmp_path, "g", "q", {})
    assert list(tmp_path.iterdir()) == []


def test_the_audit_log_rotates_and_loses_no_line_of_several_threads(tmp_path: Path) -> None:
    settings = AuditSettings(use=True, max_mb=1, files=3)
    text = "x" * 20_000

    def ask(name: str) -> None:
        with asked_by(name), asking(name):
            for _ in range(15):
                audit(settings, tmp_path, "g", text, {})

    threads = [Thread(target=ask, args=(f"t{number}",)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["audit.log", "audit.log.1"]
    assert sum(len(lines_of(file)) for file in files) == 90


def test_an_audit_log_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "audit.log").mkdir()
    with pytest.raises(ConfigError, match="cannot be written"):
        audit(AuditSettings(use=True), tmp_path, "g", "q", {})
