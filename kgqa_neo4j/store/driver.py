"""The connection to a Neo4j server: named statements in, rows out, errors as `KgqaError`."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    Driver,
    GraphDatabase,
    ManagedTransaction,
    Query,
    Record,
    Session,
    unit_of_work,
)
from neo4j.exceptions import BrokenRecordError, ClientError, DriverError, Neo4jError
from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random

from kgqa_neo4j.model import cancellation
from kgqa_neo4j.model.answer import Statement
from kgqa_neo4j.model.errors import CypherRefused, DatabaseDown, ReadOnlyServer, Refusal
from kgqa_neo4j.store.bookmarks import INVALID, Bookmarks
from kgqa_neo4j.store.bounds import Bounds, close_session, deadline, held
from kgqa_neo4j.store.failures import fell_silent, translated, untrusted
from kgqa_neo4j.store.reaching import Endpoint as Endpoint
from kgqa_neo4j.store.reaching import reached, run_on_each
from kgqa_neo4j.store.recorded import recorded
from kgqa_neo4j.store.statements import statement, statement_about, statement_on
from kgqa_neo4j.telemetry.stages import COMPILED, GUARDED, statement_run

Row = dict[str, Any]
T = TypeVar("T")

# Every failure reaches the user as a `KgqaError`; without this, the driver would log its retries to the terminal if
# logging is not configured.
logging.getLogger("neo4j").addHandler(logging.NullHandler())

_recorded: ContextVar[list[Statement] | None] = ContextVar("recorded statements", default=None)


class Run(Protocol):
    """Runs a named statement within a transaction and returns its rows."""

    def __call__(self, name: str, /, **parameters: Any) -> list[Row]:
        """Run ``cypher/<name>.cypher``."""


@contextmanager
def recording() -> Iterator[list[Statement]]:
    """Collect the statements that run in this context (thread or task), in order."""
    statements: list[Statement] = []
    token = _recorded.set(statements)
    try:
        yield statements
    finally:
        _recorded.reset(token)


# Seconds after finding a cluster without a leader during which `write_in_passing` does not try again.
_WITHOUT_LEADER_S = 5.0
# Rows fetched at once for foreign queries.
_FEW = 20
# Maximum number of read results kept by `sharing_reads`, per thread or task.
_MOST_SHARED = 2000
_shared: ContextVar[OrderedDict[str, list[Row]] | None] = ContextVar("shared reads", default=None)


@contextmanager
def sharing_reads() -> Iterator[None]:
    """Cache results of read statements in this context (thread or task).

    For asking one graph, which must not change meanwhile, the same question in several ways.
    """
    token = _shared.set(OrderedDict())
    try:
        yield
    finally:
        _shared.reset(token)


class Database:
    """A database on a server. Thread-safe."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        timeout: float = 60.0,
        connect_timeout: float = 5.0,
        retry_time: float = 5.0,
        fetch_size: int = 1000,
        read_only: bool = False,
        may_index: bool = False,
        bookmarks: Path | None = None,
    ) -> None:
        """Set up the driver, which connects at the first statement.

        `read_only` refuses all writes, whatever the user's rights; with `may_index` it allows `run_schema`. `bookmarks`
        is the file for a cluster's bookmarks; without it, only reads through this object are sure to see its writes.

        Raises:
            ConfigError: the server cannot be reached with these settings, whether it exists or not.
        """
        self.endpoint = endpoint
        self.read_only = read_only
        self._may_index = may_index
        self._timeout = timeout
        self._uri, self._connecting = reached(endpoint, connect_timeout, retry_time)
        with translated(endpoint.uri, endpoint.database):
            self._driver: Driver = GraphDatabase.driver(self._uri, fetch_size=fetch_size, **self._connecting)
        # What others cache about the graph for the lifetime of this connection, by the class of what is cached.
        self.caches: dict[type, Any] = {}
        self._no_leader_until = 0.0
        self._bookmarks: Bookmarks | None = None
        if endpoint.is_routed:
            self._bookmarks = Bookmarks(f"{endpoint.uri} {endpoint.database}", bookmarks)

    def read(self, name: str, /, **parameters: Any) -> list[Row]:
        """Run ``cypher/<name>.cypher`` in a read transaction and return its rows.

        Raises:
            DatabaseError: or a subclass; see `kgqa_neo4j.model.errors`.
        """
        return self._run(READ_ACCESS, name, _text(name), parameters)

    def read_compiled(
        self, text: str, parameters: dict[str, Any], *, seconds: float | None = None
    ) -> list[Row]:
        """Run a statement compiled from a query of the plan language; see `kgqa_neo4j.plans.language`.

        `seconds` is the time limit, if it is less than that of all statements.

        Raises:
            StatementTimeout: it exceeded its time limit.
            DatabaseError: or a subclass: the server cannot be queried.
        """
        return self._run(READ_ACCESS, text, text, parameters, seconds)

    def search(self, name: str, triple_index: str, /, **parameters: Any) -> list[Row]:
        """Run a read statement that searches the triple index `triple_index`."""
        return self._run(READ_ACCESS, name, statement_on(name, triple_index), parameters)

    def read_about(self, name: str, identifiers: Mapping[str, str], /, **parameters: Any) -> list[Row]:
        """Run a read statement with labels and types filled in; see `statements.statement_about`."""
        return self._run(READ_ACCESS, name, statement_about(name, **identifiers), parameters)

    def stream_about(self, name: str, identifiers: Mapping[str, str], /, **parameters: Any) -> Iterator[Row]:
        """Run a read statement with labels and types filled in, and yield its rows as they arrive."""
        with translated(self.endpoint.uri, self.endpoint.database), self._session(READ_ACCESS) as session:
            for record in session.run(statement_about(name, **identifiers), parameters):
                yield _row(record)

    def write(self, name: str, /, **parameters: Any) -> list[Row]:
        """Run ``cypher/<name>.cypher`` in a write transaction and return its rows."""
        self._check_writable()
        return self._run(WRITE_ACCESS, name, _text(name), parameters)

    def write_in_passing(self, name: str, /, **parameters: Any) -> None:
        """Run a write that is not worth waiting for; in a cluster without a leader it fails at once.

        Raises:
            DatabaseError: or a subclass.
        """
        if not self.endpoint.is_routed:
            self.write(name, **parameters)
            return
        self._check_writable()
        where = self.endpoint
        if time.monotonic() >= self._no_leader_until:
            with (
                statement_run(name, _text(name)),
                self._cancellable(),
                translated(where.uri, where.database),
                self._session(WRITE_ACCESS) as session,
            ):
                # For the second attempt, the driver knows a new leader.
                if any(
                    self._at_once(session, _text(name), parameters, self._timeout) is not None for _ in range(2)
                ):
                    return
            self._no_leader_until = time.monotonic() + _WITHOUT_LEADER_S
        raise DatabaseDown(f"no member of the cluster at {where.uri} accepts writes right now")

    def transact(self, work: Callable[[Run], T]) -> T:
        """Run `work` in a single write transaction.

        `work` is called with a function that runs a named statement and returns its rows; it may be called again after
        a transient error, when the first attempt has been rolled back.
        """

        @unit_of_work(timeout=self._timeout)
        def whole(transaction: ManagedTransaction) -> T:
            def run(name: str, /, **parameters: Any) -> list[Row]:
                return [_row(record) for record in transaction.run(_text(name), parameters)]

            return work(run)

        self._check_writable()
        with translated(self.endpoint.uri, self.endpoint.database), self._session(WRITE_ACCESS) as session:
            result: T = session.execute_write(whole)
        return result

    @property
    def bookmarks(self) -> list[str]:
        """The state of a cluster that reads through this object wait for; empty on a single server."""
        return self._bookmarks.known() if self._bookmarks is not None else []

    def wait_for(self, bookmarks: Sequence[str]) -> None:
        """Let later reads wait for the writes of another process, given its `bookmarks`."""
        if self._bookmarks is not None:
            self._bookmarks.written((), bookmarks)

    def stream(self, name: str, /, **parameters: Any) -> Iterator[Row]:
        """Run a read statement and yield its rows as they arrive, without keeping them."""
        with translated(self.endpoint.uri, self.endpoint.database), self._session(READ_ACCESS) as session:
            for record in session.run(_text(name), parameters):
                yield _row(record)

    def read_untrusted(self, query: str, parameters: dict[str, Any], bounds: Bounds) -> list[Row]:
        """Run a foreign query, and return its rows within `bounds`.

        Only for queries that passed a guard (`kgqa_neo4j.guard`). EXPLAIN comes first, and the query runs only if the
        server classifies it as read-only; it has read access, and is not retried. Its connection is closed when the
        time is up, whatever the server does. Values have the driver's types.

        Raises:
            CypherRefused: it writes, is invalid, or takes too much time or memory.
            DatabaseError: or a subclass: the server cannot be queried.
        """
        started = time.perf_counter()
        where = self.endpoint
        with (
            statement_run(GUARDED, query) as run,
            self._cancellable(),
            translated(where.uri, where.database),
            untrusted(),
            # A small fetch size, so that hardly more than the bounds is fetched.
            GraphDatabase.driver(self._uri, fetch_size=_FEW, **self._connecting) as driver,
            deadline(driver, bounds.timeout),
            self._session(READ_ACCESS, driver) as session,
        ):
            about = _metadata()
            plan = session.run(
                Query(f"EXPLAIN {query}", timeout=bounds.timeout, metadata=about), parameters
            ).consume()
            if plan.query_type != "r":
                raise CypherRefused(Refusal.WRITES, "the server reports that the query is not read-only")
            left = max(0.1, bounds.timeout - (time.perf_counter() - started))
            result = session.run(Query(query, timeout=left, metadata=about), parameters)
            try:
                rows = list(held((_row(record) for record in result), bounds))
            except BrokenRecordError as error:
                message = "the query returns a date before year 1 or after 9999; return its node instead"
                raise CypherRefused(Refusal.LIMITS, message) from error
            result.consume()
            run.rows = len(rows)
        self._record("guarded query", {"query": query, **parameters}, len(rows), started)
        return rows

    def run_schema(self, *ddl: str) -> None:
        """Run schema commands, built by `kgqa_neo4j.store.schema`, in one transaction.

        Indexes created in one transaction are populated in a single pass over the nodes.
        """
        if not self._may_index:
            self._check_writable()
        with translated(self.endpoint.uri, self.endpoint.database), self._session(WRITE_ACCESS) as session:
            # In a managed transaction, because concurrent creations of the same index can deadlock. If two clients find
            # at once that it is missing, "if not exists" fails for one; a retry finds the other's index.
            for attempt in Retrying(
                retry=retry_if_exception(_is_just_made),
                wait=wait_random(0, 0.5),
                stop=stop_after_attempt(5),
                reraise=True,
            ):
                with attempt:
                    session.execute_write(lambda work: [work.run(command).consume() for command in ddl])

    def close(self) -> None:
        """Close all connections."""
        self._driver.close()
        # They may refer to this object, and would otherwise stay in memory until the cycle is collected.
        self.caches.clear()
        if self._bookmarks is not None:
            self._bookmarks.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check_writable(self) -> None:
        if self.read_only:
            raise ReadOnlyServer(
                f"the graph at {self.endpoint.uri} is attached, and attached graphs are read-only",
                hint="load a graph of your own into another --workspace",
            )

    @contextmanager
    def _session(self, access: str, driver: Driver | None = None) -> Iterator[Session]:
        bookmarks = self._bookmarks
        session = (driver or self._driver).session(
            database=self.endpoint.database,
            default_access_mode=access,
            bookmark_manager=bookmarks.manager(access) if bookmarks is not None else None,
        )
        try:
            yield session
        except Neo4jError as error:
            if bookmarks is not None and error.code in INVALID:
                bookmarks.forget()
            raise
        finally:
            close_session(session)

    def _run(
        self, access: str, name: str, text: str, parameters: dict[str, Any], seconds: float | None = None
    ) -> list[Row]:
        shared = _shared.get() if access == READ_ACCESS else None
        timeout = self._timeout if seconds is None else min(seconds, self._timeout)
        if shared is None:
            return self._asked(access, name, text, parameters, timeout)
        key = repr((id(self), text, parameters))
        if key not in shared:
            shared[key] = self._asked(access, name, text, parameters, timeout)
            if len(shared) > _MOST_SHARED:
                shared.popitem(last=False)
        shared.move_to_end(key)
        return shared[key]

    def _asked(
        self, access: str, name: str, text: str, parameters: dict[str, Any], timeout: float
    ) -> list[Row]:
        @unit_of_work(timeout=timeout, metadata=_metadata())
        def work(transaction: ManagedTransaction) -> list[Row]:
            return [_row(record) for record in transaction.run(text, parameters)]

        started = time.perf_counter()
        where = self.endpoint
        with (
            statement_run(COMPILED if name == text else name, text) as run,
            self._cancellable(),
            translated(where.uri, where.database),
            self._session(access) as session,
        ):
            reads = access == READ_ACCESS
            rows: list[Row] | None = self._at_once(session, text, parameters, timeout) if reads else None
            if rows is None:
                rows = session.execute_read(work) if reads else session.execute_write(work)
            run.rows = len(rows)
        self._record(name, parameters, len(rows), started)
        return rows

    def _at_once(
        self, session: Session, text: str, parameters: dict[str, Any], timeout: float
    ) -> list[Row] | None:
        """Run a statement in an auto-commit transaction: one round trip instead of three.

        Returns None after a transient error, for the caller to retry in a managed transaction.
        """
        try:
            query = Query(text, timeout=timeout, metadata=_metadata())
            return [_row(record) for record in session.run(query, parameters)]
        except (Neo4jError, DriverError) as error:
            cancellation.check_cancelled()
            # The wait for a silent connection was long enough.
            if error.is_retryable() and not fell_silent(error):
                return None
            raise

    def _cancellable(self) -> AbstractContextManager[None]:
        """End the transactions that run in the block if the question is cancelled."""
        switch = cancellation.current()
        return nullcontext() if switch is None else switch.ending(lambda: self._end_transactions(switch.id))

    def _end_transactions(self, question: str) -> None:
        with self._session(READ_ACCESS) as session:
            if not self.endpoint.is_routed:
                session.run(_text("transactions_end"), question=question).consume()
                return
            found = session.run(_text("cluster_members"), database=self.endpoint.database)
            members = [str(record["address"]) for record in found]
        # A member of a cluster knows only its own transactions, and any member may be working on the question.
        run_on_each(members, self.endpoint, self._connecting, _text("transactions_end"), {"question": question})

    def _record(self, name: str, parameters: dict[str, Any], rows: int, started: float) -> None:
        if (statements := _recorded.get()) is not None:
            shown = {key: recorded(value) for key, value in parameters.items()}
            statements.append(Statement(name, shown, rows, time.perf_counter() - started))


def _is_just_made(error: BaseException) -> bool:
    return isinstance(error, ClientError) and "AlreadyExists" in (error.code or "")


def _metadata() -> dict[str, str] | None:
    """Return transaction metadata with the question's id, by which its transactions can be ended."""
    switch = cancellation.current()
    return None if switch is None else {"question": switch.id}


def _text(name: str) -> str:
    return statement(name)


def _row(record: Record) -> Row:
    # `Record.data()` would also convert nodes to maps, which statements do not return, and check every value in every
    # list for them, which took a third of the time of a hop around hubs.
    return dict(zip(record.keys(), record.values(), strict=True))
