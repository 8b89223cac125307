"""A connection that a load can lean on: it reconnects and repeats what may be repeated.

The driver repeats a transaction after transient errors; it does not after `IncompleteCommit` (the
server died while it committed: nobody knows whether it did) nor while a server restarts. All that a
load writes is idempotent, so here everything is repeated until the server is back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from neo4j import exceptions as neo4j_errors
from tenacity import RetryCallState, Retrying, retry_if_exception, wait_exponential_jitter

from kgqa_neo4j.model.errors import DatabaseDown, DatabaseError, DatabaseStarting, KgqaError, ServerError
from kgqa_neo4j.store.driver import Database

T = TypeVar("T")

# A server that is killed again while it comes up, on a busy machine, is away for a minute and more.
PATIENCE = 180.0


def is_passing(error: BaseException) -> bool:
    """Whether the same request may succeed later, on a new connection."""
    if isinstance(error, DatabaseDown | DatabaseStarting):
        return True
    cause = error.__cause__
    return isinstance(error, DatabaseError) and (
        isinstance(cause, neo4j_errors.DriverError)
        or (isinstance(cause, neo4j_errors.Neo4jError) and cause.is_retryable())
    )


class Connection:
    """A database that is connected to again when it went away. Safe to use from several threads."""

    def __init__(self, connect: Callable[[], Database], *, patience: float = PATIENCE) -> None:
        """Connect when first used.

        Args:
            connect: makes a connection; for a managed server it also starts it.
            patience: seconds without any success after which the last error is raised.
        """
        self._connect = connect
        self._patience = patience
        self._lock = threading.Lock()
        self._database: Database | None = None
        self._failing_since: float | None = None
        self._has_worked = False

    def run(self, work: Callable[[Database], T]) -> T:
        """Do `work`, again from its start whenever the connection breaks; it must be idempotent.

        Raises:
            DatabaseError: what kept going wrong for longer than the patience, or is not passing.
        """

        def attempt() -> T:
            database = None
            try:
                database = self._current()
                result = work(database)
            except (DatabaseError, ServerError) as error:
                self._failed(database, error)
                raise
            self._failing_since, self._has_worked = None, True
            return result

        retrying = Retrying(
            retry=retry_if_exception(self._is_passing),
            wait=wait_exponential_jitter(multiplier=0.1, max=2.0),
            stop=self._impatient,
            reraise=True,
        )
        return retrying(attempt)

    def close(self) -> None:
        """Close the connection; a later `run` opens a new one."""
        with self._lock:
            database, self._database = self._database, None
        if database is not None:
            database.close()

    def _current(self) -> Database:
        with self._lock:
            if self._database is None:
                self._database = self._connect()
            return self._database

    def _is_passing(self, error: BaseException) -> bool:
        # A managed server that did work may be killed once more while it comes up again.
        return is_passing(error) or (self._has_worked and isinstance(error, ServerError))

    def _failed(self, database: Database | None, error: KgqaError) -> None:
        if not self._is_passing(error):
            return
        if self._failing_since is None:
            self._failing_since = time.monotonic()
        with self._lock:
            # Another thread may have reconnected already.
            if database is not None and self._database is database:
                self._database = None
                database.close()

    def _impatient(self, state: RetryCallState) -> bool:
        # A server that never answered is not away: its address is wrong, or it does not run.
        if not self._has_worked and isinstance(state.outcome and state.outcome.exception(), DatabaseDown):
            return True
        since = self._failing_since
        return since is not None and time.monotonic() - since > self._patience
