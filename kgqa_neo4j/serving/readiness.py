"""The server's readiness: the default graph is open, its models are loaded, its database answers."""

from __future__ import annotations

import asyncio
import logging
import threading
import time

from kgqa_neo4j.linking.parse import load_ahead
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.serving.graphs import ServedGraphs
from kgqa_neo4j.serving.problems import Problem, problem_of

log = logging.getLogger(__name__)
# Seconds for which a check's result is reused, and timeout of one check.
_FRESH_S, _LOOK_S = 1.0, 5.0


class Readiness:
    """Opens the default graph in the background, and checks whether it can be asked."""

    def __init__(self, graphs: ServedGraphs) -> None:
        self._graphs = graphs
        self._opened = threading.Event()
        self._looking = asyncio.Lock()
        self._seen = -_FRESH_S
        self._problem: Problem | None = None

    def open_ahead(self) -> None:
        """Start opening the default graph in the background, so that the first question need not wait."""
        threading.Thread(target=self._open, daemon=True).start()

    async def check(self) -> None:
        """Check that the default graph can be asked.

        Raises:
            Problem: it cannot be asked at present.
        """
        if not self._opened.is_set():
            raise Problem(503, "starting", "models are being loaded", retry_after=2)
        async with self._looking:
            if time.monotonic() - self._seen > _FRESH_S:
                try:
                    async with asyncio.timeout(_LOOK_S):
                        self._problem = await asyncio.to_thread(self._look)
                except TimeoutError:
                    self._problem = Problem(503, "database-down", "the database does not answer", retry_after=5)
                self._seen = time.monotonic()
        if self._problem is not None:
            raise self._problem

    def _open(self) -> None:
        try:
            load_ahead(self._graphs.configuration.settings.linking.spacy_model)
            graph = self._graphs.get()
            graph.check()
            # Also loads the ranker's weights and its schema data, which the check above does not.
            graph.plan("what is there?", most=1)
        except (KgqaError, Problem) as error:
            log.warning("the default graph cannot be asked yet: %s", error)
        except Exception:
            log.exception("opening the default graph failed")
        finally:
            self._opened.set()

    def _look(self) -> Problem | None:
        try:
            self._graphs.get().check()
        except Problem as problem:
            return problem
        except KgqaError as error:
            found = problem_of(error)
            return Problem(503, found.code, found.detail, hint=found.hint, retry_after=5)
        return None
