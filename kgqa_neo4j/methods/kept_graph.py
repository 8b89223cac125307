"""The open graph, kept from one question to the next: opened by the first one, and opened anew when it changes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.opened_graph import OpenedGraph
from kgqa_neo4j.model.errors import DatabaseDown, KgqaError
from kgqa_neo4j.model.progress import Report
from kgqa_neo4j.settings import Configuration


class KeptGraph:
    """The graph of a configuration, open from its first use until it is closed. Thread-safe.

    Models stay loaded when the graph is opened anew, because loading them takes longer than anything else. `llm` is
    used instead of the configured language model, `report` receives messages about slow work.
    """

    def __init__(self, configuration: Configuration, llm: LLM | None, report: Report) -> None:
        self._configuration = configuration
        self._llm = llm
        self._embedder: Embedder | None = None
        self._report = report
        self._lock = threading.RLock()
        self._opened: OpenedGraph | None = None
        self._closed = False

    @contextmanager
    def using(self, configuration: Configuration) -> Iterator[tuple[OpenedGraph, Resources]]:
        """Give the open graph, and its resources under these settings; the connection stays open for the block.

        Raises:
            KgqaError: the graph was closed, or its database or a model cannot be used.
        """
        opened = self._current(configuration)
        try:
            yield opened, opened.by_settings.of(configuration)
        except DatabaseDown:
            with self._lock:
                # Unless another thread has reconnected already: all of them lost the same connection.
                if self._opened is opened:
                    self.drop()
            raise
        finally:
            opened.leave()

    def drop(self) -> None:
        """Close the connection when questions in progress have ended; the next question opens another."""
        with self._lock:
            if self._opened is not None:
                self._opened.retire()
                self._opened = None

    def close(self) -> None:
        """Drop the graph, and refuse further questions."""
        with self._lock:
            self._closed = True
            self.drop()

    def _current(self, configuration: Configuration) -> OpenedGraph:
        """Return the open graph, entered, after opening or reopening it if necessary."""
        with self._lock:
            if self._closed:
                raise KgqaError("this graph was closed", hint="open it again: KnowledgeGraph.open(...)")
            if self._opened is not None and self._opened.is_stale():
                self.drop()
            if self._opened is None:
                self._opened = self._open(configuration.settings.ask.method)
            self._opened.enter()
            return self._opened

    def _open(self, method: str) -> OpenedGraph:
        resources = open_resources(self._configuration, self._report, method=method)
        # Encoders are shared as long as anybody holds them.
        self._llm, self._embedder = self._llm or resources.llm, resources.embedder
        try:
            return OpenedGraph(replace(resources, llm=self._llm))
        except BaseException:
            resources.graph.close()
            raise
