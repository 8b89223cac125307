"""The client's own limits for foreign queries: whatever the server does, they end, and little is fetched."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kgqa_neo4j.model.errors import CypherRefused, Refusal
from kgqa_neo4j.store.bounds import GRACE, Bounds
from kgqa_neo4j.store.driver import Database, Endpoint

Cypher = Callable[..., list[dict[str, Any]]]


class Muffler:
    """Passes on what a client and a server say, and nothing of the server's once it is `quiet`."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.quiet = b"\x00never"
        self._open: list[socket.socket] = [self._listening]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._port))
            self._open += [client, server]
            silent = threading.Event()
            for source, target, mute in ((client, server, False), (server, client, True)):
                threading.Thread(target=self._pass_on, args=(source, target, silent, mute), daemon=True).start()

    def _pass_on(
        self, source: socket.socket, target: socket.socket, silent: threading.Event, mute: bool
    ) -> None:
        try:
            while data := source.recv(65536):
                if not mute and self.quiet in data:
                    silent.set()
                if not (mute and silent.is_set()):
                    target.sendall(data)
            target.close()
        except OSError:
            return

    def close(self) -> None:
        for one in self._open:
            one.close()


@pytest.fixture
def muffled(endpoint: Endpoint) -> Iterator[tuple[Database, Muffler]]:
    muffler = Muffler(int(endpoint.uri.rsplit(":", 1)[1]))
    there = Endpoint(f"bolt://127.0.0.1:{muffler.port}", endpoint.username, endpoint.password)
    with Database(there) as database:
        yield database, muffler
    muffler.close()


def refused(database: Database, query: str, bounds: Bounds) -> CypherRefused:
    with pytest.raises(CypherRefused) as caught:
        database.read_untrusted(query, {}, bounds)
    assert caught.value.kind is Refusal.LIMITS
    return caught.value


@pytest.mark.parametrize("begins", [b"EXPLAIN", b"RETURN 'now'"])
def test_a_query_ends_in_time_though_the_server_says_nothing(
    muffled: tuple[Database, Muffler], begins: bytes
) -> None:
    database, muffler = muffled
    assert database.read_untrusted("RETURN 'now' AS x", {}, Bounds(30, 1, 1, 100)) == [{"x": "now"}]
    muffler.quiet = begins
    started = time.monotonic()
    error = refused(database, "RETURN 'now' AS x", Bounds(1, 1, 1, 100))
    assert time.monotonic() - started < 1 + GRACE + 3 and "1 s" in error.message
    muffler.quiet = b"\x00never"
    assert database.read_untrusted("RETURN 'now' AS x", {}, Bounds(30, 1, 1, 100)) == [{"x": "now"}]


def test_a_query_that_is_ended_is_gone_from_the_server(database: Database, cypher: Cypher) -> None:
    cypher("UNWIND range(1, 300) AS i CREATE (:Entity {id: 'n:' + i})")
    refused(
        database,
        "MATCH (a), (b), (c), (d) RETURN sum(size(a.id + b.id + c.id + d.id)) AS n",
        Bounds(1, 1, 1, 100),
    )
    running = (
        "SHOW TRANSACTIONS YIELD currentQuery AS query WHERE query STARTS WITH 'MATCH (a), (b)' RETURN query"
    )
    deadline = time.monotonic() + 10
    while rows := cypher(running):
        assert time.monotonic() < deadline, rows
        time.sleep(0.2)


def test_rows_values_and_bytes_are_counted(database: Database) -> None:
    rows = database.read_untrusted("UNWIND range(1, 1000000) AS i RETURN i", {}, Bounds(30, 5, 10, 1000))
    assert [row["i"] for row in rows] == [1, 2, 3, 4, 5]
    assert "values" in refused(database, "RETURN [range(1, 50), 'x'] AS x", Bounds(30, 5, 50, 10_000)).message
    query = "UNWIND range(1, 100) AS i RETURN {a: [toString(i) + 'xxxxxxxxxxxxxxxxxxxx']} AS x"
    assert "1,000 bytes" in refused(database, query, Bounds(30, 200, 50, 1000)).message
