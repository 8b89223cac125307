"""Loads by Spark into a running database make the graph that loads by this process make."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Loading, Summary, load
from kgqa_neo4j.model.errors import ConfigError, InputError
from kgqa_neo4j.store.driver import Database, Endpoint

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from kgqa_neo4j.loading.spark.writing_tasks import Target

Cypher = Callable[..., list[dict[str, Any]]]
Load = Callable[..., Summary]
Splits = Callable[[int], None]

FILMS = "".join(f"Film_{one:03}|directed_by|Person_{one % 7}\n" for one in range(400))
# The same entities and triples in part, and the same relation.
MORE = FILMS[: len(FILMS) // 4] + "".join(f"Person_{one % 7}|born_in|Town_{one}\n" for one in range(30))
_WHAT = (
    "MATCH (n) WHERE NOT n:Load RETURN labels(n) AS labels, properties(n) AS properties",
    "MATCH (a)-[r]->(b) RETURN [a.id, type(r), b.id] AS labels, properties(r) AS properties",
)
_TIMES = ("started_at", "finished_at", "loaded_at")


def graph(ask: Cypher) -> list[str]:
    """Return all nodes and relationships with their properties."""
    found = []
    for query in _WHAT:
        for row in ask(query):
            properties = {key: value for key, value in row["properties"].items() if key not in _TIMES}
            found.append(repr((sorted(row["labels"], key=str), sorted(properties.items()))))
    return sorted(found)


def target_of(endpoint: Endpoint) -> Target:
    from kgqa_neo4j.loading.spark.writing_tasks import Target

    return Target(endpoint, batch_size=200, timeout=120, connect_timeout=5)


@pytest.fixture
def live(spark: SparkSession, loading: Callable[..., Loading], tmp_path: Path, database: Database) -> Load:
    """Load a file through Spark into the running database."""
    from kgqa_neo4j.loading.spark.live import live_load
    from kgqa_neo4j.loading.spark.opening import opened_in
    from kgqa_neo4j.loading.spark.staging import Staging

    def run(loader: str, file: Path, endpoint: Endpoint | None = None, **options: str | bool) -> Summary:
        staging = Staging(spark, str(tmp_path / "stages"), tmp_path / "spark")
        source, parser = opened_in(staging, LOADERS.get(loader), str(file), options)
        target = target_of(endpoint or database.endpoint)
        return live_load(loading(embed="none"), source, parser, target)

    return run


@pytest.fixture
def local(loading: Callable[..., Loading]) -> Load:
    """Load a file in this process."""

    def run(loader: str, file: Path, **options: str | bool) -> Summary:
        return load(loading(embed="none"), LOADERS.get(loader).open(str(file), options))

    return run


@pytest.fixture
def films(tmp_path: Path) -> Path:
    file = tmp_path / "films.txt"
    file.write_text(FILMS)
    return file


def test_it_adds_to_what_the_database_holds_as_any_load_does(
    live: Load, local: Load, cypher: Cypher, films: Path, tmp_path: Path, split_bytes: Splits
) -> None:
    split_bytes(3000)
    more = tmp_path / "more.txt"
    more.write_text(MORE + "one column\n")
    first, second = live("triples", films, prefix="f"), live("triples", more, prefix="f")
    by_spark = graph(cypher)
    assert (first.new_triples, first.triples) == (400, 400)
    assert (second.new_triples, second.triples, second.rejected) == (30, 430, 1)
    cypher("MATCH (n) DETACH DELETE n")
    local("triples", films, prefix="f")
    local("triples", more, prefix="f")
    assert by_spark == graph(cypher)


def test_qualifiers_and_values_are_those_of_any_load(
    live: Load, local: Load, cypher: Cypher, tmp_path: Path, split_bytes: Splits
) -> None:
    lines = [
        line
        for one in range(60)
        for line in (
            f'Ann {one}|worked_at|Firm {one % 9}|{1990 + one % 20}-03-01|2015|first, or "only"',
            f"Ann {one}|worked_at|Firm {one % 9}|2016-01-01||again",
            f"Ann {one}|born_on|19{one + 10}-02-03|||",
            f"Ann {one}|height_m|1.{one + 10}|||",
            f"Ann {one}|is_retired|{'yes' if one % 2 else 'no'}|||",
        )
    ]
    file = tmp_path / "staff.txt"
    file.write_text("".join(f"{line}\n" for line in lines))
    split_bytes(3000)
    options = {"columns": "subject,relation,object,start_time,end_time,role", "delimiter": "|"}
    live("triples", file, **options)
    by_spark = graph(cypher)
    assert "start_time" in repr(by_spark) and "height" in repr(by_spark)
    cypher("MATCH (n) DETACH DELETE n")
    local("triples", file, **options)
    assert by_spark == graph(cypher)


@pytest.fixture
def interrupted(live: Load, films: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Load the films, but stop after three rounds."""
    from kgqa_neo4j.loading.spark import live as module

    rounds: list[str] = []
    whole = module._LiveWriting._write_round

    def stop(self: Any, name: str, rows: Any) -> int:
        if len(rounds) == 3:
            raise KeyboardInterrupt
        rounds.append(name)
        return whole(self, name, rows)

    with monkeypatch.context() as broken:
        broken.setattr(module._LiveWriting, "_write_round", stop)
        with pytest.raises(KeyboardInterrupt):
            live("triples", films)
    return live


TRIPLES = "MATCH ()-[r:directed_by]->() RETURN count(r) AS all, count(DISTINCT r.id) AS ids"


def test_the_next_attempt_goes_on_after_the_last_whole_round(
    interrupted: Load, cypher: Cypher, films: Path, tmp_path: Path
) -> None:
    (before,) = cypher(TRIPLES)
    assert 0 < before["all"] < 400
    assert len(list(tmp_path.glob("stages/*/written/*/_SUCCESS"))) == 4, "entities and three rounds"
    assert interrupted("triples", films).triples == 400
    assert cypher(TRIPLES) == [{"all": 400, "ids": 400}]
    assert not cypher("MATCH (g:GraphInfo) WHERE g.id <> 'graph' RETURN g")


def test_the_next_attempt_may_have_fewer_cores(
    interrupted: Load, cypher: Cypher, films: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_neo4j.loading.spark.live._GROUPS_PER_CORE", 1)
    assert interrupted("triples", films).triples == 400
    assert cypher(TRIPLES) == [{"all": 400, "ids": 400}]


def test_two_attempts_at_one_task_write_each_triple_once(database: Database, cypher: Cypher) -> None:
    from kgqa_neo4j.loading.spark.writing_tasks import write, write_entities, write_triples
    from kgqa_neo4j.store import schema

    schema.create_constraints(database)
    entities: list[dict[str, Any]] = [
        {"id": f"e{one}", "name": f"E {one}", "aliases": None, "keys": f"e {one}", "description": None}
        | {"labels": "Entity", "shape": None, "values": None, "place": 1 << 61}
        for one in range(40)
    ]
    triples = [
        {"id": f"t{one}-{other}", "source": f"e{one}", "target": f"e{other}", "type": "knows", "text": None}
        | {"shape": '["since:long"]', "values": '{"since": "7"}', "part": 0}
        for one, other in combinations(range(40), 2)
    ]
    target = target_of(database.endpoint)
    failed: list[Exception] = []

    def attempt() -> None:
        try:
            for writing, rows in ((write_entities, entities), (write_triples, triples)):
                list(write(target, writing, iter([pa.RecordBatch.from_pylist(rows)])))
        except Exception as error:  # noqa: BLE001
            failed.append(error)

    threads = [threading.Thread(target=attempt) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert cypher("MATCH (n:Entity) RETURN count(n) AS n") == [{"n": 40}]
    assert cypher("MATCH ()-[r:knows {since: 7}]->() RETURN count(r) AS n") == [{"n": len(triples)}]


def test_no_entity_is_in_two_parts_of_a_round(spark: SparkSession) -> None:
    from kgqa_neo4j.loading.spark.live import in_rounds

    ends = [(f"e{one}", f"e{other}") for one in range(25) for other in range(25)]
    for rounds in (1, 2, 7, 8):
        found = in_rounds(spark.createDataFrame(ends, "source string, target string"), rounds).collect()
        assert len(found) == len(ends)
        parts: dict[tuple[int, str], set[int]] = {}
        for row in found:
            for end in (row.source, row.target):
                parts.setdefault((row.round, end), set()).add(row.part)
        assert all(len(one) == 1 for one in parts.values())


def test_a_source_without_triples_changes_nothing(live: Load, cypher: Cypher, tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("one\ntwo\n")
    with pytest.raises(InputError) as raised:
        live("triples", file, delimiter="|")
    assert "the graph is unchanged" in raised.value.hint
    assert not cypher("MATCH (n) RETURN n")


def test_a_database_that_the_cluster_cannot_reach_is_refused() -> None:
    from kgqa_neo4j.loading.spark.live import require_reachable

    require_reachable("local[2]", "bolt://127.0.0.1:7687")
    require_reachable("spark://127.0.0.1:7077", "bolt://localhost:7687")
    require_reachable("spark://master:7077", "neo4j://graph.example:7687")
    with pytest.raises(ConfigError) as raised:
        require_reachable("spark://master:7077", "bolt://127.0.0.1:7687")
    assert "NEO4J_URI" in raised.value.hint
