"""What a method keeps between questions for one graph."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.model.single_flight import SingleFlight
from kgqa_neo4j.store.driver import Database

T = TypeVar("T")


class GraphParts(Generic[T]):
    """The parts made for the graph that was asked last, by one thread for all that ask it. Thread-safe.

    Args:
        make: makes the parts from the resources of a question; may raise a `KgqaError`.
    """

    def __init__(self, make: Callable[[Resources], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._graph: Database | None = None
        self._parts = SingleFlight[T]()

    def get(self, resources: Resources) -> T:
        """Return the parts for the graph of `resources`, dropping those of another graph.

        Raises:
            KgqaError: raised by `make`.
        """
        with self._lock:
            if self._graph is not resources.graph:
                self._graph, self._parts = resources.graph, SingleFlight()
            parts = self._parts
        return parts.get(lambda: self._make(resources))
