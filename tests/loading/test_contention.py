"""Several writers on one hub, and batches that the server has no memory for."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from neo4j.exceptions import Neo4jError

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Connection, Loading, graph_hash, load, triples_hash
from kgqa_neo4j.loading.connection import is_passing
from kgqa_neo4j.model.errors import DatabaseError
from kgqa_neo4j.store.driver import Database, Run

Cypher = Callable[..., list[dict[str, Any]]]

WRITERS = 4


def test_several_writers_on_one_hub_lose_no_triple(
    database: Database, loading: Callable[..., Loading], tmp_path: Path
) -> None:
    # Each has triples of its own and some of its neighbour's, all of them at one hub.
    facts = [
        [f"hub|r{n % 3}|o{n}" for n in range(writer * 200, writer * 200 + 260)] for writer in range(WRITERS)
    ]
    prepared = loading(embed="none", batch_size=20)

    def write(writer: int) -> None:
        file = tmp_path / f"facts{writer}.txt"
        file.write_text("\n".join(facts[writer]) + "\n", "utf-8")
        connection = Connection(lambda: Database(database.endpoint))
        source = LOADERS.get("triples").open(str(file), {"prefix": "t", "delimiter": "|"})
        load(replace(prepared, connection=connection), source)
        connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    parts = {tuple(line.split("|")) for lines in facts for line in lines}
    assert graph_hash(database) == triples_hash((f"t:{s}", r, f"t:{o}") for s, r, o in parts)


def test_a_deadlock_is_tried_again_and_each_retry_is_logged(
    database: Database, cypher: Cypher, caplog: pytest.LogCaptureFixture
) -> None:
    cypher("UNWIND ['a', 'b'] AS id CREATE (:Load {id: id})")
    meet = threading.Barrier(2)
    tries: list[str] = []

    def both(first: str, second: str) -> None:
        def work(run: Run) -> None:
            tries.append(first)
            run("load_stage", id=first, stage="rows", done=False)
            if len(tries) <= 2:
                meet.wait(20)
            run("load_stage", id=second, stage="rows", done=False)

        database.transact(work)

    with caplog.at_level(logging.WARNING, "neo4j.session"), ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(both, "a", "b"), pool.submit(both, "b", "a")]:
            done.result(60)
    retried = [record for record in caplog.records if "will be retried" in record.getMessage()]
    assert len(tries) == 2 + len(retried) and any("eadlock" in record.getMessage() for record in retried)


def test_what_takes_more_memory_than_one_transaction_may_have_is_a_clear_error_at_once(
    database: Database,
) -> None:
    began = time.monotonic()
    large = "UNWIND range(1, 100000000) AS n WITH collect(toString(n) + 'xxxxxxxx') AS texts RETURN size(texts)"
    with pytest.raises(DatabaseError, match="memory") as caught:
        database.read_compiled(large, {})
    assert "server.memory_mb" in caught.value.hint
    assert isinstance(caught.value.__cause__, Neo4jError) and not is_passing(caught.value)
    assert time.monotonic() - began < 40
    assert database.read_compiled("RETURN 1 AS one", {}) == [{"one": 1}]
