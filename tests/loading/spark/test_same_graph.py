"""Loads by Spark on a cluster import what loads on this machine import, from sources cut into splits."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kgqa_neo4j.settings import Configuration
from tests.loading.spark.conftest import SPLIT, Rows, local_rows, spark_rows

pytest.importorskip("pyspark")

DATA = Path(os.environ.get("KGQA_TEST_DATA", "/nonexistent"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="needs the data sets in KGQA_TEST_DATA")
Make = Callable[..., Configuration]


@pytest.fixture(autouse=True)
def small_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    from kgqa_neo4j.loading.spark import session

    monkeypatch.setattr(session, "MEGABYTE", SPLIT)


def unpacked(source: Path, file: Path, lines: int = 1 << 40) -> Path:
    with gzip.open(source, "rb") as packed, file.open("wb") as out:
        for number, line in enumerate(packed):
            if number >= lines:
                break
            out.write(line)
    return file


def assert_same(local: Rows, spark: Rows) -> None:
    assert spark.hash == local.hash
    assert spark.nodes == local.nodes
    assert spark.relationships == local.relationships
    assert spark.rejected == local.rejected


@needs_data
def test_triples(tmp_path: Path, spark_configuration: Make) -> None:
    file = unpacked(DATA / "metaqa" / "kb.txt.gz", tmp_path / "kb.txt", 20_000)
    with file.open("ab") as out:
        out.write(b'a "quoted", name|said|two;things\nonly two|columns\n\n\xff|is|not\ncaf\xc3\xa9|is|x\n')
        out.write(file.read_bytes()[:3000])
    local = local_rows(tmp_path / "local", "triples", file, delimiter="|")
    assert_same(local, spark_rows(spark_configuration(**{"spark.split_mb": 1}), "triples", file, delimiter="|"))
    assert len(local.rejected) == 3


@needs_data
@pytest.mark.parametrize(
    "name", ["dump-head-50.json.gz", "simplequestions.json.gz", "simplequestions-truthy.nt.gz"]
)
def test_wikidata(name: str, tmp_path: Path, spark_configuration: Make) -> None:
    file = unpacked(DATA / "wikidata" / name, tmp_path / name.removesuffix(".gz"), 12_000)
    local = local_rows(tmp_path / "local", "wikidata", file)
    configuration = spark_configuration(**{"spark.split_mb": 16 if "head" in name else 4})
    assert_same(local, spark_rows(configuration, "wikidata", file))


@needs_data
def test_freebase(tmp_path: Path, spark_configuration: Make) -> None:
    file = unpacked(DATA / "freebase" / "fb15k237.nt.gz", tmp_path / "fb.nt", 20_000)
    local = local_rows(tmp_path / "local", "freebase", file)
    assert_same(local, spark_rows(spark_configuration(**{"spark.split_mb": 4}), "freebase", file))
