"""Connection, models and methods kept open between questions about one graph."""

from __future__ import annotations

import logging
import threading
import time

from kgqa_neo4j import methods
from kgqa_neo4j.attached.counts import read_totals
from kgqa_neo4j.methods.base import Method, Resources
from kgqa_neo4j.methods.resources import ResourcesBySettings
from kgqa_neo4j.model.errors import DatabaseDown, DatabaseError
from kgqa_neo4j.settings import Settings

log = logging.getLogger(__name__)

# Minimum seconds between two checks for changes of the graph, each of which costs a round trip.
_FRESH_FOR = 1.0
# The same for the counts of an attached graph, which may take one statement per label.
_COUNTS_FRESH_FOR = 10.0
# Methods cached, one per name and settings; beyond that the oldest is dropped.
_MOST_METHODS = 32


class OpenedGraph:
    """The connection, models and methods that answer questions about one state of a graph. Thread-safe.

    Whoever uses it calls `enter` before and `leave` after. It is closed by `retire`, or by the last user after that.
    """

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self.by_settings = ResourcesBySettings(resources)
        self._methods: dict[tuple[str, Settings], Method] = {}
        self._lock = threading.Lock()
        # Whoever opened it counts as a user until `retire`.
        self._users = 1
        self._counts: object = None
        self._counts_seen = float("-inf")
        self._state = self._read_state()
        self._seen = time.monotonic()

    def enter(self) -> None:
        """Keep the connection open until `leave` is called as often as this."""
        with self._lock:
            self._users += 1

    def leave(self) -> None:
        """End a use that began with `enter`."""
        with self._lock:
            self._users -= 1
            unused = not self._users
        if unused:
            self.resources.graph.close()

    def retire(self) -> None:
        """Close the connection as soon as nobody uses it. Call it once; nobody may enter after this."""
        self.leave()

    def method(self, name: str, settings: Settings) -> Method:
        """Return the method called `name`; the same instance, with its caches, for the same settings."""
        with self._lock:
            key = (name, settings)
            if key not in self._methods:
                self._methods[key] = methods.create(name)
                if len(self._methods) > _MOST_METHODS:
                    del self._methods[next(iter(self._methods))]
            return self._methods[key]

    def is_stale(self) -> bool:
        """Whether the graph was loaded, taught, changed or replaced since opening; checked at most once a second."""
        if time.monotonic() - self._seen < _FRESH_FOR:
            return False
        state = self._read_state()
        self._seen = time.monotonic()
        return state != self._state

    def _read_state(self) -> object:
        if self.resources.attached is not None:
            # Files rewritten by `kgqa attach --refresh` or by corrections show in `state`, other changes in the counts.
            return self.resources.attached.state, self._counted()
        try:
            return self.resources.graph.read("graph_state")
        except DatabaseDown:
            return None

    def _counted(self) -> object:
        """Return the counts of the attached graph; the last known ones if it cannot be queried."""
        if time.monotonic() - self._counts_seen >= _COUNTS_FRESH_FOR:
            self._counts_seen = time.monotonic()
            try:
                self._counts = read_totals(self.resources.graph).fingerprint()
            except DatabaseError as error:
                log.info("the counts of the attached graph cannot be read: %s", error.message)
        return self._counts
