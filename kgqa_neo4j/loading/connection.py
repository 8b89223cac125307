"""A connection that survives server restarts: it reconnects and retries.

The driver retries a transaction after transient errors, but not after `IncompleteCommit` (the server died during
the commit, with unknown outcome) or during a restart. All writes of a load are idempotent, so everything is
retried here until the server is back.
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
from kgqa_neo4j.store.failures import fell_silent, outgrew_transaction

T = TypeVar("T")

# A managed server is restarted, which takes more than a minute on a busy machine if it is killed again meanwhile.
PATIENCE = 180.0
# For the user's own server: with the last attempt, the load gives up within a minute.
PATIENCE_ELSEWHERE = 35.0


def is_passing(error: BaseException) -> bool:
    """Whether the same request may succeed later, on a new connection."""
    if isinstance(error, DatabaseDown | DatabaseStarting):
        return True
    cause = error.__cause__
    if not isinstance(error, DatabaseError) or outgrew_transaction(cause):
        return False
    return isinstance(cause, neo4j_errors.DriverError) or (
        isinstance(cause, neo4j_errors.Neo4jError) and cause.is_retryable()
    )


class Connection:
    """A database connection that reconnects. Thread-safe."""

    def __init__(self, connect: Callable[[], Database], *, patience: float = PATIENCE) -> None:
        """Store the arguments; the connection is opened by the first `run`.

        Args:
            connect: opens and checks a connection, starting a managed server if necessary.
            patience: seconds without success before the last error is raised.
        """
        self._connect = connect
        self._patience = patience
        self._lock = threading.Lock()
        self._database: Database | None = None
        self._failing_since: float | None = None
        self._has_worked = False

    def run(self, work: Callable[[Database], T]) -> T:
        """Run `work`, which must be idempotent, again whenever the connection breaks.

        Raises:
            DatabaseError: an error that is not transient, or that outlasted the patience.
        """

        def attempt() -> T:
            database, began = None, time.monotonic()
            try:
                database = self._current()
                result = work(database)
            except (DatabaseError, ServerError) as error:
                self._failed(database, error, began)
                raise
            self._failing_since = None
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
                self._has_worked = True
            return self._database

    def _is_passing(self, error: BaseException) -> bool:
        # A managed server may be killed again while it restarts.
        return is_passing(error) or (self._has_worked and isinstance(error, ServerError))

    def _failed(self, database: Database | None, error: KgqaError, began: float) -> None:
        if not self._is_passing(error):
            return
        if self._failing_since is None:
            # The time a silent connection took counts as waiting; the time a long statement took does not.
            self._failing_since = began if fell_silent(error) else time.monotonic()
        with self._lock:
            # Another thread may have reconnected already.
            if database is not None and self._database is database:
                self._database = None
                database.close()

    def _impatient(self, state: RetryCallState) -> bool:
        # If nothing has ever answered, the address is wrong or there is no server: this is not an interruption.
        if not self._has_worked and isinstance(state.outcome and state.outcome.exception(), DatabaseDown):
            return True
        since = self._failing_since
        return since is not None and time.monotonic() - since > self._patience
