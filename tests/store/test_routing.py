"""A cluster by `neo4j://`, as far as one server behind several ports can show it; see `tests.cluster`."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.cancellation import Cancellation, Cancelled, cancellable
from kgqa_neo4j.model.errors import ConfigError, DatabaseDown, DatabaseError
from kgqa_neo4j.store.bookmarks import Bookmarks
from kgqa_neo4j.store.driver import Database
from tests.cluster import Asked, Cluster, cluster

FACTS = "Ada\tleads\tSales\nBen\tleads\tSupport\nCleo\tworks in\tSales\n"
QUESTION = "who leads [Sales]?"


@pytest.fixture
def members(database: Database) -> Iterator[Cluster]:
    with cluster(database.endpoint.uri) as made:
        yield made


@pytest.fixture
def routed(database: Database, members: Cluster, tmp_path: Path) -> Iterator[Database]:
    there = replace(database.endpoint, uri=members.uri)
    with Database(there, bookmarks=tmp_path / "bookmarks.db") as connected:
        yield connected


def opened(members: Cluster, database: Database, workspace: Path, **settings: Any) -> KnowledgeGraph:
    where = database.endpoint
    chosen = {"load.embed": "none", "ask.method": "plans", "neo4j.connect_timeout": 2.0, **settings}
    auth = (where.username, where.password)
    return KnowledgeGraph.connect(members.uri, auth=auth, workspace=workspace, settings=chosen)


def facts(folder: Path) -> Path:
    file = folder / "facts.tsv"
    file.write_text(FACTS, "utf-8")
    return file


def names(answer: Answer) -> list[str]:
    return [one.name for one in answer.entities]


def test_loads_go_to_the_leader_and_questions_to_readers_that_have_the_load(
    members: Cluster, database: Database, tmp_path: Path
) -> None:
    with opened(members, database, tmp_path / "w") as graph:
        graph.load(facts(tmp_path))
    assert members.bookmarks and all(one.member == "leader" for one in members.asked if one.writes)
    assert not [one for one in members.of("leader") if not one.writes]
    loaded = members.bookmarks[-1]
    members.asked.clear()
    # Another connection of the same workspace, as of another process: it begins with what the load left.
    with opened(members, database, tmp_path / "w") as graph:
        assert names(graph.ask(QUESTION, keep=False)) == ["Ada"]
        graph.read_cypher("MATCH (a:Entity)-[:leads]->(b:Entity) RETURN a.name")
        assert not [one for one in members.asked if one.writes]
        assert {one.member for one in members.asked} == {"reader1", "reader2"}
        assert all(loaded in one.bookmarks for one in members.asked)
        kept = graph.ask(QUESTION)
        assert graph.answer(kept.ask_id).text == kept.text
        (written,) = [one for one in members.asked if one.writes]
        assert written.member == "leader" and loaded in written.bookmarks
    # Another workspace has nothing to wait for.
    members.asked.clear()
    with opened(members, database, tmp_path / "other") as graph:
        assert names(graph.ask(QUESTION, keep=False)) == ["Ada"]
    assert members.asked[0].bookmarks == []


def test_what_one_member_showed_the_next_one_has(members: Cluster, routed: Database, cypher: Any) -> None:
    routed.read("graph_state")
    cypher("CREATE (:Entity {id: 'made by another'})")
    routed.read("graph_state")
    routed.read("graph_state")
    first, second, third = members.asked
    assert not first.bookmarks and second.bookmarks and third.bookmarks != second.bookmarks
    assert len(third.bookmarks) == 1


def test_questions_are_answered_while_members_are_lost_and_when_they_are_back(
    members: Cluster, database: Database, tmp_path: Path
) -> None:
    with opened(members, database, tmp_path / "w") as graph:
        graph.load(facts(tmp_path))
        for lost, left in (("reader1", "reader2"), ("reader2", "reader1")):
            assert names(graph.ask(QUESTION, keep=False)) == ["Ada"]
            members.members[lost].lose()
            members.asked.clear()
            assert [names(graph.ask(QUESTION, keep=False)) for _ in range(3)] == [["Ada"]] * 3
            assert {one.member for one in members.asked} == {left}
            members.members[lost].restore()
        # One breaks in the middle of a statement.
        broken = threading.Event()

        def once(asked: Asked) -> None:
            if not broken.is_set():
                broken.set()
                members.members[asked.member].lose()

        for name in ("reader1", "reader2"):
            members.members[name].before = once
        assert names(graph.ask(QUESTION, keep=False)) == ["Ada"] and broken.is_set()
        # Without the leader nothing can be kept, but everything asked.
        members.members["leader"].lose()
        began = time.monotonic()
        for _ in range(5):
            answer = graph.ask(QUESTION)
            assert names(answer) == ["Ada"] and "not kept in the graph" in answer.steps[-1].summary
        assert time.monotonic() - began < 5


def test_a_load_goes_on_with_the_next_leader(members: Cluster, database: Database, tmp_path: Path) -> None:
    old = members.members["leader"]
    writes = []

    def depose(asked: Asked) -> None:
        writes.append(asked)
        if len(writes) == 5:
            old.lose()
            members.leader = "reader1"

    old.before = depose
    with opened(members, database, tmp_path / "w") as graph:
        graph.load(facts(tmp_path))
        assert graph.overview().triples == 3
    assert len(writes) == 5 and [one for one in members.of("reader1") if one.writes]


def test_a_member_that_is_no_leader_any_more_is_not_written_to(members: Cluster, routed: Database) -> None:
    routed.write("learn_lock")
    members.leader = "reader2"
    routed.write("learn_lock")
    assert [one.member for one in members.asked if one.writes] == ["leader", "leader", "reader2"]


def test_a_cluster_is_found_by_whichever_member_is_there(
    members: Cluster, database: Database, tmp_path: Path
) -> None:
    members.members["reader2"].lose()
    assert members.uri.endswith(members.address("reader2"))
    with opened(members, database, tmp_path / "alone") as graph, pytest.raises(DatabaseDown):
        graph.check()
    others = f"{members.address('reader1')}, {members.address('leader')}"
    with opened(members, database, tmp_path / "w", **{"neo4j.members": others}) as graph:
        graph.check()
    with pytest.raises(ConfigError, match=r"neo4j\.members"):
        Database(replace(database.endpoint, uri=members.uri, members=("host:port",)))


def test_bookmarks_of_a_database_that_is_gone_are_forgotten(members: Cluster, routed: Database) -> None:
    routed.write("learn_lock")
    members.invalid = set(members.bookmarks)
    with pytest.raises(DatabaseError, match="what this workspace last saw"):
        routed.read("graph_state")
    assert routed.read("graph_state")


def test_a_question_that_is_cancelled_ends_on_the_member_that_works_on_it(
    members: Cluster, routed: Database, cypher: Any
) -> None:
    slow = "UNWIND range(1, 1000000000) AS n WITH n WHERE n % 2 = 3 RETURN count(n) AS n"
    cancellation = Cancellation()

    def ask() -> None:
        with cancellable(cancellation):
            routed.read_compiled(slow, {})

    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(ask)
        running = (
            f"SHOW TRANSACTIONS YIELD metaData AS about WHERE about.question = '{cancellation.id}' RETURN 1"
        )
        deadline = time.monotonic() + 30
        while not cypher(running):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        cancellation.cancel()
        with pytest.raises(Cancelled):
            asking.result(20)


def test_a_single_server_gets_no_bookmarks(database: Database, tmp_path: Path) -> None:
    with Database(database.endpoint, bookmarks=tmp_path / "bookmarks.db") as single:
        single.write("learn_lock")
    assert not (tmp_path / "bookmarks.db").exists()


def test_bookmarks_are_those_of_all_processes_of_a_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, elsewhere = (
        Bookmarks(place, tmp_path / "bookmarks.db") for place in ("here", "here", "elsewhere")
    )
    one.written([], ["a"])
    # Both began with the first write: of what they wrote neither includes the other.
    two.written(["a"], ["b"])
    one.written(["a"], ["c"])
    assert sorted(one.known()) == sorted(two.known()) == ["b", "c"] and elsewhere.known() == []
    two.written(["b", "c"], ["d"])
    assert one.known() == ["d"]
    much_later = time.time() + 7200
    monkeypatch.setattr("kgqa_neo4j.store.bookmarks.time.time", lambda: much_later)
    assert one.known() == []
    for bookmarks in (one, two, elsewhere):
        bookmarks.close()
    unusable = Bookmarks("here", tmp_path)
    unusable.written([], ["a"])
    assert unusable.known() == ["a"]
    unusable.close()
