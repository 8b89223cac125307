"""Client-side limits for foreign queries: time, rows, values and bytes.

A server does not always enforce its time limit: its planner does not check the clock. So a foreign query has a
connection of its own, which is closed when the time is up.
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
"""Seconds beyond the limit in which the server may itself report the timeout."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a query: seconds, rows, values per row, bytes of all values as text."""

    timeout: float
    rows: int
    values: int
    bytes: int


@contextmanager
def deadline(driver: Driver, timeout: float) -> Iterator[None]:
    """Close the connections of `driver` after `timeout` seconds and a grace period, if the block still runs.

    Raises:
        CypherRefused: the time ran out.
    """
    over = threading.Event()

    def end() -> None:
        over.set()
        connections = _connections(driver)
        try:
            driver.close()
        except BufferError:
            # The block's thread is sending on the connection at this moment, so it cannot be closed politely.
            for one in connections:
                one.kill()

    timer = threading.Timer(timeout + GRACE, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        if over.is_set():
            raise CypherRefused(Refusal.LIMITS, f"the query was stopped after {timeout:g} s") from error
        raise
    finally:
        timer.cancel()


def close_session(session: Session) -> None:
    """Close a session, even if `deadline` closes its connection meanwhile; errors are raised."""
    try:
        session.close()
    except Exception:
        # Another thread has closed the connection, and the session is half closed. Release it as the driver does for a
        # cancelled task: kill the connection without waiting.
        session.__exit__(CancelledError, None, None)  # type: ignore[no-untyped-call]
        raise


def _connections(driver: Driver) -> list[Any]:
    """Return the open connections of a driver, for which it has no public API."""
    pool = driver._pool
    with pool.lock:
        return [one for some in pool.connections.values() for one in some]


def held(rows: Iterable[dict[str, Any]], bounds: Bounds) -> Iterator[dict[str, Any]]:
    """Yield the first rows within `bounds`.

    Raises:
        CypherRefused: a row has too many values, or the rows have too many bytes.
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
    """Return the number of plain values in a value, and their approximate bytes as text."""
    if isinstance(value, Mapping):
        return _measure([*value.keys(), *value.values()])
    if isinstance(value, list):
        parts = [_measure(one) for one in value]
        return sum(values for values, _ in parts), sum(size for _, size in parts)
    return 1, len(value.encode("utf-8", "replace")) if isinstance(value, str) else 16
