"""Fewer repetitions than `benchmarks/faults_loading.py`, on a managed server of these tests' own."""

import random
import signal
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from benchmarks.faults_loading import Bench, file_hash, kill_server_during_load, stop_loader, write_facts
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server

TRIPLES = 6000


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("faults")
    yield root
    Bench(root / "workspace", root / "none").stop_server()


@pytest.fixture
def bench(root: Path, request: pytest.FixtureRequest, cleared: None) -> Bench:
    file = root / f"{request.node.name}.txt"
    write_facts(file, TRIPLES)
    return Bench(root / "workspace", file, batch_size=50)


@pytest.fixture
def cleared(root: Path) -> None:
    """Empty the graph of the test before."""
    endpoint = managed_server(load_configuration(root / "workspace")).start()
    auth = (endpoint.username, endpoint.password)
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")


def test_an_interrupted_or_killed_loader_resumes_where_it_stopped(bench: Bench) -> None:
    chance = random.Random(1)
    for how, code in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
        for got, said in stop_loader(bench, 2, how, lambda: chance.uniform(0, 0.5), writing=True):
            assert got == code
            if how == signal.SIGINT:
                assert f"rerun to resume: kgqa --workspace {bench.workspace} load triples" in said
    bench.finish()
    assert bench.hash() == file_hash(bench.file)


def test_a_killed_server_is_started_again_and_no_triple_is_lost_or_doubled(bench: Bench) -> None:
    assert kill_server_during_load(bench, 2, lambda: 1.0) == 2
    assert bench.hash() == file_hash(bench.file)
    assert bench.finish()["unchanged"]


def test_two_loaders_at_once_make_the_graph_that_one_makes(bench: Bench) -> None:
    loads = [bench.start(), bench.start()]
    for process in loads:
        _, said = process.communicate(timeout=200)
        assert process.returncode == 0, said
    assert bench.hash() == file_hash(bench.file)
