"""What a query that is not ours may take: time, rows, values and bytes, held to by the client itself.

A server does not always keep the time limit that it is given: its planner does not look at the clock. So such a
query has a connection of its own, which is closed when the time is up.
"""

from __future__ import annotations

import threading
from asyncio import CancelledError
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from neo4j import Driver, Session

from kgqa_neo4j.model.errors import CypherRefused, Refusal

GRACE = 1.0
"""Seconds that the server gets beyond the limit, to say itself that the time is up."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one query: seconds, rows, values in a row, bytes of all values as text."""

    timeout: float
    rows: int
    values: int
    bytes: int


@contextmanager
def deadline(driver: Driver, timeout: float) -> Iterator[None]:
    """Close the connections of `driver` after `timeout` seconds and a grace, if it is still used then.

    Raises:
        CypherRefused: it was.
    """
    over = threading.Event()

    def end() -> None:
        over.set()
        connections = _connections(driver)
        try:
            driver.close()
        except BufferError:
            # Its own thread is sending on the connection just now, so no goodbye can be said on it.
            for one in connections:
                one.kill()

    timer = threading.Timer(timeout + GRACE, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        if over.is_set():
            raise CypherRefused(Refusal.LIMITS, f"the query was ended after {timeout:g} s") from error
        raise
    finally:
        timer.cancel()


def close_session(session: Session) -> None:
    """Close a session, also one whose connection `deadline` closes meanwhile; what went wrong is raised."""
    try:
        session.close()
    except Exception:
        # Another thread closed the connection meanwhile, and the session is half closed. It is let
        # go as the driver lets go of that of a cancelled task: the connection killed, nothing awaited.
        session.__exit__(CancelledError, None, None)  # type: ignore[no-untyped-call]
        raise


def _connections(driver: Driver) -> list[Any]:
    """Return the open connections of a driver, which has no other name for them."""
    pool = driver._pool
    with pool.lock:
        return [one for some in pool.connections.values() for one in some]


def held(rows: Iterable[dict[str, Any]], bounds: Bounds) -> Iterator[dict[str, Any]]:
    """Yield the first rows within `bounds`.

    Raises:
        CypherRefused: a row has more values, or all together more bytes, than they may.
    """
    total = 0
    for place, row in enumerate(rows):
        if place >= bounds.rows:
            return
        values, size = _measure(list(row.values()))
        total += size
        if values > bounds.values:
            raise CypherRefused(Refusal.LIMITS, f"a row may have {bounds.values:,} values, one has {values:,}")
        if total > bounds.bytes:
            raise CypherRefused(Refusal.LIMITS, f"the result is larger than {bounds.bytes:,} bytes")
        yield row


def _measure(value: Any) -> tuple[int, int]:
    """Return how many plain values something holds, and about how many bytes they take as text."""
    if isinstance(value, Mapping):
        return _measure([*value.keys(), *value.values()])
    if isinstance(value, list):
        parts = [_measure(one) for one in value]
        return sum(values for values, _ in parts), sum(size for _, size in parts)
    return 1, len(value.encode("utf-8", "replace")) if isinstance(value, str) else 16
