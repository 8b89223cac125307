"""A standalone cluster of Spark on loopback: one master, two workers, each a process of its own."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.spark_cluster import Cluster, running
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Stages
from kgqa_neo4j.loading.bulk.files import Files
from kgqa_neo4j.loading.bulk.parallel_parsing import Parsing
from kgqa_neo4j.loading.bulk.prepare import Preparation
from kgqa_neo4j.loading.hashing import triples_hash
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.settings import SparkSettings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from kgqa_neo4j.loading.spark.vectors import EntityVectors

DATA = Path(os.environ.get("KGQA_TEST_DATA", "/nonexistent"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="needs the data sets in KGQA_TEST_DATA")
MISSING = [name for name in ("pyspark", "pyarrow") if find_spec(name) is None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip these tests where the extra is not installed."""
    quiet = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
    skip = pytest.mark.skip(reason=f"{', '.join(MISSING)} is not installed: pip install 'kgqa-neo4j[spark]'")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(skip if MISSING else quiet)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    defaults = {
        "spark.executor.memory": "512m",
        "spark.driver.memory": "512m",
        # The workers that another test adds are for its own load.
        "spark.cores.max": "2",
        # So little data is not worth compiling for, nor many parts.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.shuffle.partitions": "2",
    }
    with running(tmp_path_factory.mktemp("spark-cluster"), 2, defaults) as found:
        yield found


@pytest.fixture(scope="session")
def spark(cluster: Cluster) -> Iterator[SparkSession]:
    """One session for all of these tests."""
    from kgqa_neo4j.loading.spark import session

    before = dict(os.environ)
    os.environ.update({name: cluster.environment[name] for name in ("SPARK_CONF_DIR", "SPARK_LOCAL_IP")})
    try:
        with session.session(SparkSettings(master=cluster.url), cluster.folder) as running:
            yield running
    finally:
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture
def split_bytes(spark: SparkSession) -> Callable[[int], None]:
    """Let tasks read so many bytes each."""

    def splits(size: int) -> None:
        for name in ("maxPartitionBytes", "openCostInBytes"):
            spark.conf.set(f"spark.sql.files.{name}", str(size))

    return splits


@dataclass(frozen=True, slots=True)
class Rows:
    """What is imported: nodes and relationships with their properties, without where they were parsed."""

    nodes: list[str]
    relationships: list[str]
    hash: str
    rejected: list[str]


def local_rows(folder: Path, loader: str, path: Path, **options: str | bool) -> Rows:
    """Return what a bulk load on this machine imports."""
    source = LOADERS.get(loader).open(str(path), options)
    folder.mkdir(parents=True)
    rejects = Rejects(folder / "rejects.tsv", source.name)
    with Stages(quiet=True).stage("parsed", "triples") as stage, rejects:
        segments = list(Parsing(source, folder, rejects, processes=2).run(stage))
    mediators = bool(getattr(source, "has_mediators", False))
    longest = max(segment.longest for segment in segments)
    return rows_of(Preparation(folder, longest, mediators=mediators).run(), folder / "rejects.tsv")


def spark_rows(
    spark: SparkSession,
    folder: Path,
    loader: str,
    path: Path | str,
    vectors: EntityVectors | None = None,
    **options: str | bool,
) -> Rows:
    """Return what a load by Spark imports; its stages are kept in `folder`."""
    from kgqa_neo4j.loading.spark.file_building import SparkFileBuilder
    from kgqa_neo4j.loading.spark.opening import opened_in
    from kgqa_neo4j.loading.spark.staging import Staging

    folder.mkdir(parents=True, exist_ok=True)
    staging = Staging(spark, str(folder / "stages"), folder)
    source, parser = opened_in(staging, LOADERS.get(loader), str(path), options)
    with Rejects(folder / "rejects.tsv", source.name) as rejects:
        made = SparkFileBuilder(parser, vectors).make(source, folder, Stages(quiet=True), rejects)
    return rows_of(made.files, folder / "rejects.tsv")


def rows_of(files: Files, rejects: Path) -> Rows:
    relationships = list(_read(files.relationships))
    ends = [(row["start"], row["kind"], row["end"]) for row in relationships if row["kind"] != "FOLLOWED_BY"]
    return Rows(
        sorted(map(_shown, _read(files.nodes))),
        sorted(map(_shown, relationships)),
        triples_hash(ends),
        rejects.read_text("utf-8").splitlines() if rejects.exists() else [],
    )


def _read(groups: list[list[str]]) -> Iterator[dict[str, str]]:
    for header, *files in groups:
        names = [name.split(":")[0] for name in Path(header).read_text("utf-8").strip().split(",")]
        for file in files:
            with Path(file).open(encoding="utf-8", newline="") as text:
                for row in csv.reader(text):
                    yield dict(zip(names, row, strict=True))


def _shown(row: dict[str, str]) -> str:
    return repr(sorted((name, value) for name, value in row.items() if value and name != "place"))
