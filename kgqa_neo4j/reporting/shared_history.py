"""The history of one graph: questions from this workspace, and from others that use the same database."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import DatabaseDown, KgqaError
from kgqa_neo4j.reporting.history import History, HistoryEntry, ambiguous, restore
from kgqa_neo4j.settings import Configuration, attached_graph
from kgqa_neo4j.store.connect import connect, managed_server
from kgqa_neo4j.store.driver import Database

log = logging.getLogger(__name__)

LAST = "last"
_BEGINNING = re.compile(r"[0-9a-f]{1,20}")

Opened = Callable[[], AbstractContextManager[Database]]


class SharedHistory:
    """The history of a workspace, and of other workspaces that use the same loaded graph.

    A loaded graph stores each answer in an `Ask` node, so all its users see all questions. An attached graph stores
    none: only the workspace's own history counts. ``last`` means the last question of this workspace, because others
    may have asked since.

    Args:
        configuration: the workspace and its settings.
        opened: opens a connection to the database; by default, a new one, without starting a server for it.
    """

    def __init__(self, configuration: Configuration, opened: Opened | None = None) -> None:
        self._configuration = configuration
        self._own = History(configuration.workspace)
        self._opened = opened or (lambda: connect(configuration))

    def recent(self, limit: int) -> list[HistoryEntry]:
        """Return the last `limit` questions, latest first; only the workspace's own if the database is not available.

        Raises:
            KgqaError: the workspace's history cannot be read.
        """
        found = {one.id: one for one in self._own.recent(limit)}
        try:
            with self._database() as database:
                if database is not None:
                    found = {one.id: one for one in _kept(database, limit)} | found
        except KgqaError as error:
            log.info("the history in the database cannot be read: %s", error.message)
        return sorted(found.values(), key=lambda one: one.id, reverse=True)[:limit]

    def find(self, ask_id: str) -> Answer | None:
        """Return the answer with that id, or with the only id that begins so; ``last`` returns the last answer.

        Raises:
            KgqaError: several ids begin so, or the answer was stored by another version.
            DatabaseError: the database cannot be queried; one that is down counts as having no answers.
        """
        answer = self._own.find(ask_id)
        return answer if answer is not None else self.find_elsewhere(ask_id)

    def find_elsewhere(self, ask_id: str) -> Answer | None:
        """Return an answer from the database instead of the workspace; see `find`."""
        if not _BEGINNING.fullmatch(ask_id):
            return None
        try:
            with self._database() as database:
                return None if database is None else recall(database, ask_id)
        except DatabaseDown:
            return None

    @contextmanager
    def _database(self) -> Iterator[Database | None]:
        configuration = self._configuration
        elsewhere = bool(configuration.settings.neo4j.uri)
        loaded = attached_graph(configuration) is None
        if loaded and (elsewhere or managed_server(configuration).status().running):
            with self._opened() as database:
                yield database
        else:
            yield None


def find(configuration: Configuration, ask_id: str) -> Answer:
    """Return a stored answer by id, by the beginning of one, or ``last``, from the workspace or else the graph.

    Raises:
        KgqaError: there is no such answer, or several; see `SharedHistory.find`.
    """
    answer = SharedHistory(configuration).find(ask_id)
    if answer is None:
        raise unknown(ask_id)
    return answer


def unknown(ask_id: str) -> KgqaError:
    """Return the error that there is no stored answer with that id."""
    what = "nothing was asked here yet" if ask_id == LAST else f"no question has the id {ask_id!r}"
    return KgqaError(what, hint="`kgqa history` lists what was asked")


def recall(database: Database, ask_id: str) -> Answer | None:
    """Return the answer stored in the graph under `ask_id` or the only id that begins so, if there is one.

    Raises:
        DatabaseError: the server cannot be queried.
        KgqaError: several ids begin so, or the answer was stored by another version.
    """
    # Ids are hex digits, so this upper bound sorts after all ids that begin with the given one.
    rows = database.read("trace_read", first=ask_id, after=ask_id + "g")
    if not rows:
        return None
    if len(rows) > 1:
        raise ambiguous(ask_id)
    try:
        return restore(rows[0]["answer"])
    except ValueError as error:
        raise KgqaError(f"the answer {rows[0]['id']} in the graph cannot be read: {error}") from error


def _kept(database: Database, limit: int) -> list[HistoryEntry]:
    rows = database.read("trace_recent", limit=limit)
    return [HistoryEntry(**{**row, "asked_at": datetime.fromisoformat(row["asked_at"])}) for row in rows]
