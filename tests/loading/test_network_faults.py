"""Loads over a connection that a proxy disturbs: they end right, or fail with the right error."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.faults_loading import PREFIX, file_hash, write_facts
from benchmarks.faulty_proxy import FAULTS, Fault, FaultyProxy
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Connection, Loading, graph_hash, load
from kgqa_neo4j.loading.connection import PATIENCE_ELSEWHERE
from kgqa_neo4j.model.errors import ConfigError, DatabaseDown, DatabaseStarting
from kgqa_neo4j.store.connect import server_version
from kgqa_neo4j.store.driver import Database

# The server says of itself that twelve seconds without a sign of life are too many, and a write is tried twice.
MOST_SILENCE = 25


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "facts.txt"
    write_facts(file, 300)
    return file


def load_through(
    proxy: FaultyProxy,
    loading: Loading,
    database: Database,
    file: Path,
    patience: float,
    then: Fault | None = None,
) -> None:
    """Load by way of the proxy, which does `then` to everything once it was connected through."""
    there = replace(database.endpoint, uri=f"bolt://127.0.0.1:{proxy.port}")

    def connect() -> Database:
        connected = Database(there)
        try:
            server_version(connected)
            if then:
                proxy.disturb(then)
        except BaseException:
            connected.close()
            raise
        return connected

    connection = Connection(connect, patience=patience)
    source = LOADERS.get("triples").open(str(file), {"prefix": PREFIX, "delimiter": "|"})
    try:
        load(replace(loading, connection=connection), source)
    finally:
        connection.close()


def disturbed(database: Database, fault: Fault, *, after: int, times: int | None) -> FaultyProxy:
    return FaultyProxy(int(database.endpoint.uri.rsplit(":", 1)[1]), fault, after, times)


def test_a_load_whose_connection_is_disturbed_makes_the_whole_graph(
    database: Database, loading: Callable[..., Loading], file: Path
) -> None:
    def faulty(fault: Fault) -> int:
        with disturbed(database, fault, after=1500, times=1) as proxy:
            load_through(proxy, loading(embed="none"), database, file, PATIENCE_ELSEWHERE)
            return proxy.met

    with ThreadPoolExecutor(len(FAULTS)) as pool:
        met = dict(zip(FAULTS, pool.map(faulty, FAULTS), strict=True))
    assert all(met.values()), met
    assert graph_hash(database) == file_hash(file)


def test_a_load_whose_connection_is_disturbed_for_ever_is_given_up_and_the_next_one_goes_on(
    database: Database, loading: Callable[..., Loading], file: Path
) -> None:
    patience = 2.0

    def faulty(fault: Fault) -> float:
        with disturbed(database, "none", after=0, times=None) as proxy:
            began = time.monotonic()
            with pytest.raises((DatabaseDown, DatabaseStarting, ConfigError)) as caught:
                load_through(proxy, loading(embed="none"), database, file, patience, fault)
            assert caught.value.hint
            return time.monotonic() - began

    cutting: list[Fault] = ["reset", "half-close", "stall", "corrupt"]
    with ThreadPoolExecutor(len(cutting)) as pool:
        took = dict(zip(cutting, pool.map(faulty, cutting), strict=True))
    assert max(took.values()) < patience + MOST_SILENCE + 15, took
    assert patience < PATIENCE_ELSEWHERE and PATIENCE_ELSEWHERE + MOST_SILENCE <= 60
    load(loading(embed="none"), LOADERS.get("triples").open(str(file), {"prefix": PREFIX, "delimiter": "|"}))
    assert graph_hash(database) == file_hash(file)
