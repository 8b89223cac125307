"""What is lost on a cluster changes nothing of what is imported."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from benchmarks.spark_cluster import Cluster
from tests.loading.spark.conftest import local_rows, spark_rows
from tests.loading.spark.test_same_graph import FILMS, assert_same

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Splits = Callable[[int], None]


@pytest.fixture
def films(tmp_path: Path) -> Path:
    file = tmp_path / "films.txt"
    file.write_bytes(FILMS)
    return file


def asked(spark: SparkSession, what: str) -> list[dict[str, Any]]:
    context = spark.sparkContext
    url = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/{what}"
    with urllib.request.urlopen(url, timeout=30) as reply:
        found: list[dict[str, Any]] = json.load(reply)
    return found


def test_a_worker_killed_while_it_parses(
    films: Path, tmp_path: Path, cluster: Cluster, spark: SparkSession, split_bytes: Splits,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from kgqa_neo4j.loading.spark import parsing
    from tests.loading.spark.slow_parsing import SlowParsing

    monkeypatch.setattr(parsing, "Parsing", SlowParsing)
    split_bytes(len(FILMS) // 6)
    victim = cluster.workers.pop(0)

    def kill() -> None:
        ends = time.monotonic() + 120
        while not list((tmp_path / "spark").glob("stages/*/rows/_temporary/*/_temporary/*")):
            if time.monotonic() > ends:
                return
            time.sleep(0.05)
        worker = psutil.Process(victim.pid)
        for one in [*worker.children(recursive=True), worker]:
            one.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = spark_rows(spark, tmp_path / "spark", "triples", films, no_typed=True)
    finally:
        killer.join()
        victim.wait(30)
        cluster.add_worker()
    assert any(not one["isActive"] for one in asked(spark, "allexecutors"))
    assert_same(local_rows(tmp_path / "local", "triples", films, no_typed=True), found)


def test_the_next_try_goes_on_after_the_last_whole_stage(
    films: Path, tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kgqa_neo4j.loading.spark.gathering import Gathering

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(Gathering, "entities", fail)
        with pytest.raises(KeyboardInterrupt):
            spark_rows(spark, tmp_path / "spark", "triples", films, no_typed=True)
    (parsed,) = (tmp_path / "spark").glob("stages/*/rows/_SUCCESS")
    (written,) = (tmp_path / "spark").glob("stages/*/import/triples/_SUCCESS")
    before = parsed.stat().st_mtime_ns, written.stat().st_mtime_ns
    found = spark_rows(spark, tmp_path / "spark", "triples", films, no_typed=True)
    assert (parsed.stat().st_mtime_ns, written.stat().st_mtime_ns) == before
    assert_same(local_rows(tmp_path / "local", "triples", films, no_typed=True), found)
