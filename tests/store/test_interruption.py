"""Ctrl-C while rows are streaming: the transaction is gone from the server."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from kgqa_neo4j.store.driver import Endpoint

Cypher = Callable[..., list[dict[str, Any]]]

STREAM = """
import signal, sys
from kgqa_neo4j.store.driver import Database, Endpoint

signal.signal(signal.SIGINT, signal.default_int_handler)
with Database(Endpoint(sys.argv[1], sys.argv[2], sys.stdin.readline().strip())) as database:
    database.read_compiled("UNWIND range(1, 2000000000) AS streamed RETURN streamed", {})
"""


def test_a_transaction_is_gone_two_seconds_after_an_interruption(endpoint: Endpoint, cypher: Cypher) -> None:
    # Tests beside this one may keep the processors from either process for that long, but not three times in a row.
    assert any(seconds_until_gone(endpoint, cypher) < 2 for _ in range(3))


def seconds_until_gone(endpoint: Endpoint, cypher: Cypher) -> float:
    """Return how long a transaction outlives the interruption of the process that reads its rows."""

    def running() -> list[dict[str, Any]]:
        query = (
            "SHOW TRANSACTIONS YIELD currentQuery AS query WHERE query ENDS WITH 'RETURN streamed' RETURN query"
        )
        return cypher(query)

    with subprocess.Popen(
        [sys.executable, "-c", STREAM, endpoint.uri, endpoint.username],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
        text=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(endpoint.password + "\n")
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not running():
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        while running():
            assert time.monotonic() < interrupted + 60
            time.sleep(0.05)
        seconds = time.monotonic() - interrupted
        _, said = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in said
    return seconds
