import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import neo4j
import pytest
from click.testing import CliRunner

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.reporting.history import History, dump, restore
from kgqa_neo4j.reporting.shared_history import SharedHistory, find, recall
from kgqa_neo4j.reporting.trace import browser_url, forget_oldest, keep, new_ask_id, subgraph_query
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint
from kgqa_neo4j.store.schema import create_constraints
from kgqa_neo4j.store.statements import statement
from tests.answers import STRANGE, made_answer, write

Cypher = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def configuration(tmp_path: Path) -> Configuration:
    return load_configuration(tmp_path / "workspace", {})


def test_a_kept_answer_is_in_the_graph_without_touching_it_and_in_the_history(
    database: Database, cypher: Cypher, configuration: Configuration
) -> None:
    write(database)
    answer = keep(database, configuration, made_answer())
    (ask,) = cypher("MATCH (a:Ask) RETURN a, COUNT { (a)--() } AS degree")
    assert ask["degree"] == 0
    assert ask["a"]["id"] == answer.ask_id
    assert ask["a"]["types"] == ["written_by", "liked `by"]
    assert ask["a"]["entity_ids"] == ["t:Ada"]
    assert recall(database, answer.ask_id) == answer
    assert History(configuration.workspace).find("last") == answer


def test_the_link_holds_a_query_that_finds_the_evidence_by_index_and_nothing_else(
    database: Database, cypher: Cypher, cypher_session: neo4j.Session, configuration: Configuration
) -> None:
    write(database)
    cypher("MATCH (s:Entity {id: 't:Ada'}), (o:Entity {id: 't:Kismet'}) CREATE (s)-[:other {id: 'x'}]->(o)")
    answer = keep(database, configuration, made_answer())
    link = urlsplit(answer.browser_url)
    query = parse_qs(link.query)
    assert f"{link.scheme}://{link.netloc}" == database.endpoint.http_url
    assert query["cmd"] == ["edit"]
    assert "Purpose" not in query["arg"][0]
    rows = cypher(query["arg"][0])
    assert sorted((path["p"][0]["id"], path["p"][2]["id"]) for path in rows) == [
        ("t:Kismet", "t:Ada"),
        (STRANGE.id, "t:Kismet"),
    ]
    # What a row says for people, as Browser cannot colour the one topic or the one answer.
    assert sorted((row["topic"], row["answer"]) for row in rows) == [
        (["Kismet"], []),
        (["Kismet"], ["Ada Lovelace"]),
    ]
    plan = cypher_session.run(f"EXPLAIN {query['arg'][0]}").consume().plan
    assert plan is not None
    operators = list(_operators(plan))
    assert any("IndexSeek" in operator for operator in operators)
    assert not [operator for operator in operators if "Scan" in operator]


def _operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from _operators(child)


def test_only_an_id_of_ours_becomes_part_of_a_query() -> None:
    for hostile in ("", "x' DETACH DELETE n //", "0" * 19, "0" * 20 + "\n", "A" * 20):
        with pytest.raises(ValueError, match="not the id"):
            subgraph_query(hostile)


def test_the_link_goes_to_the_browser_that_is_set_or_is_left_out(tmp_path: Path) -> None:
    endpoint = Endpoint("neo4j+s://example.org:7687", "me@home", "secret")
    with Database(endpoint) as unknown:
        assert browser_url(unknown, load_configuration(tmp_path, {}), new_ask_id()) == ""
        there = load_configuration(tmp_path, {"neo4j.browser_url": "https://browser.example/?theme=dark"})
        url = browser_url(unknown, there, new_ask_id())
    assert url.startswith("https://browser.example/?theme=dark&cmd=edit&arg=CYPHER%2025")
    assert parse_qs(urlsplit(url).query)["dbms"] == ["neo4j+s://me%40home@example.org:7687"]
    assert "secret" not in url


def test_without_trace_only_the_history_knows_and_there_is_no_link(
    database: Database, cypher: Cypher, tmp_path: Path
) -> None:
    configuration = load_configuration(tmp_path, {"ask.trace": False})
    answer = keep(database, configuration, made_answer())
    assert answer.browser_url == ""
    assert cypher("MATCH (a:Ask) RETURN a") == []
    assert find(configuration, answer.ask_id) == answer


def test_an_answer_without_evidence_has_no_link(database: Database, configuration: Configuration) -> None:
    answer = keep(database, configuration, Answer("q", "llm", Status.ANSWERED, "text"))
    assert (answer.browser_url, len(answer.ask_id)) == ("", 20)


def test_an_answer_survives_a_server_that_does_not_take_it(tmp_path: Path) -> None:
    configuration = load_configuration(tmp_path, {})
    gone = Endpoint("bolt://127.0.0.1:9", "neo4j", "x", http_url="http://127.0.0.1:9")
    with Database(gone, timeout=1, connect_timeout=1, retry_time=1) as database:
        answer = keep(database, configuration, made_answer())
    assert answer.browser_url == ""
    assert answer.steps[-1].kind == "trace"
    assert History(tmp_path).find(answer.ask_id) == answer


def test_an_answer_survives_a_history_that_cannot_be_written(tmp_path: Path) -> None:
    configuration = load_configuration(tmp_path, {"ask.trace": False})
    (tmp_path / "history.db").write_bytes(b"not a database at all" * 100)
    endpoint = Endpoint("bolt://127.0.0.1:9", "neo4j", "x")
    with Database(endpoint) as database:
        answer = keep(database, configuration, made_answer())
    assert "not kept in the workspace" in answer.steps[-1].summary
    with pytest.raises(KgqaError, match="cannot be used"):
        History(tmp_path).recent(1)


def test_ids_sort_by_time_and_do_not_repeat() -> None:
    ids = [new_ask_id() for _ in range(1000)]
    assert len(set(ids)) == 1000
    assert [id[:12] for id in ids] == sorted(id[:12] for id in ids)


def test_many_write_one_history_at_once(tmp_path: Path) -> None:
    def add(number: int) -> None:
        answer = replace(made_answer(), ask_id=f"{number:020x}", question=f"question {number}")
        History(tmp_path).add(answer, datetime.now(UTC))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    asked = History(tmp_path).recent(100)
    assert [item.question for item in asked] == [f"question {number}" for number in reversed(range(40))]


def test_an_answer_is_found_by_a_beginning_of_its_id_that_no_other_has(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert history.find("last") is None
    for id in ("a" * 20, "ab" + "0" * 18):
        history.add(replace(made_answer(), ask_id=id), datetime.now(UTC))
    found = history.find("ab")
    assert found is not None
    assert found.ask_id.startswith("ab0")
    with pytest.raises(KgqaError, match="ambiguous"):
        history.find("a")
    with pytest.raises(KgqaError, match="no question has the id 'zz'"):
        find(load_configuration(tmp_path, {}), "zz")


def test_what_another_workspace_asked_is_listed_and_found(
    database: Database, server_environment: dict[str, str], tmp_path: Path
) -> None:
    write(database)
    here, there, silent = (
        load_configuration(tmp_path / name, settings, server_environment)
        for name, settings in (("here", {}), ("there", {}), ("silent", {"ask.trace": False}))
    )
    answers = [keep(database, where, made_answer()) for where in (here, there, silent)]
    mine, theirs, untold = (one.ask_id for one in answers)
    assert [one.id for one in SharedHistory(here).recent(20)] == [theirs, mine]
    assert [one.id for one in SharedHistory(here).recent(1)] == [theirs]
    assert find(here, theirs) == find(here, theirs[:-1]) == answers[1]
    # `last` stays with who asked it, and what was not to be traced with its workspace.
    assert find(here, "last") == answers[0]
    assert [one.id for one in SharedHistory(silent).recent(20)] == [untold, theirs, mine]
    with pytest.raises(KgqaError, match="ambiguous"):
        find(load_configuration(tmp_path / "new", {}, server_environment), mine[:6])
    with pytest.raises(KgqaError, match="nothing was asked here"):
        find(load_configuration(tmp_path / "new", {}, server_environment), "last")


def test_the_oldest_answers_are_forgotten_and_the_latest_stay(
    database: Database, cypher: Cypher, tmp_path: Path
) -> None:
    write(database)
    configuration = load_configuration(tmp_path, {"ask.keep": 2})
    ids = [keep(database, configuration, made_answer()).ask_id for _ in range(5)]
    forget_oldest(database, configuration)
    assert [one.id for one in History(tmp_path).recent(9)] == sorted(ids, reverse=True)[:2]
    assert [one["id"] for one in cypher("MATCH (a:Ask) RETURN a.id AS id ORDER BY id")] == sorted(ids)[-2:]


def test_the_list_of_what_was_asked_is_read_by_index(database: Database, cypher_session: neo4j.Session) -> None:
    create_constraints(database)
    parameters_of: dict[str, dict[str, Any]] = {
        "trace_recent": {"limit": 3},
        "trace_read": {"first": "0", "after": "0g"},
        "trace_forget": {"keep": 3, "limit": 2},
    }
    for name, parameters in parameters_of.items():
        plan = cypher_session.run("EXPLAIN " + statement(name), parameters).consume().plan
        assert plan is not None
        operators = " ".join(_operators(plan))
        assert "IndexSeek" in operators and "Sort" not in operators and "Top" not in operators, operators


def test_a_history_whose_database_is_gone_is_the_workspaces_own(tmp_path: Path) -> None:
    gone = {"neo4j.uri": "bolt://127.0.0.1:9", "ask.trace": False}
    configuration = load_configuration(tmp_path, gone)
    with Database(Endpoint("bolt://127.0.0.1:9", "neo4j", "x")) as database:
        answer = keep(database, configuration, made_answer())
    assert [one.id for one in SharedHistory(configuration).recent(20)] == [answer.ask_id]
    with pytest.raises(KgqaError, match="no question"):
        find(configuration, "0" * 20)
    listed = CliRunner().invoke(group, ["--workspace", str(tmp_path), "history", "--own", "--json"])
    assert [one["id"] for one in json.loads(listed.output)] == [answer.ask_id]


def test_dump_and_restore_keep_everything() -> None:
    answer = made_answer()
    qualifiers = answer.evidence[0].triple.qualifiers
    assert isinstance(qualifiers, dict)
    qualifiers["since"] = "2020"
    assert restore(dump(answer)) == answer
