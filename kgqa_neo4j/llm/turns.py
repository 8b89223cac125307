"""Turns for calls of a model: so many at once, and others wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kgqa_neo4j.model.cancellation import check_cancelled

# Seconds after which who waits looks whether the question was cancelled.
_LOOK_S = 0.1


class NoTurn(Exception):
    """No turn came in time."""


class Turns:
    """At most `most` calls at once, any number with 0. Thread-safe; in the order in which threads are woken."""

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most) if most else None

    @contextmanager
    def turn(self, end: float) -> Iterator[None]:
        """Wait for a turn, and have it for the block.

        Args:
            end: until when to wait, a time of `time.monotonic`.

        Raises:
            NoTurn: none came until then.
            Cancelled: the question was cancelled meanwhile.
        """
        if self._free is None:
            yield
            return
        while not self._free.acquire(timeout=max(0.0, min(_LOOK_S, end - time.monotonic()))):
            check_cancelled()
            if time.monotonic() >= end:
                raise NoTurn
        try:
            yield
        finally:
            self._free.release()
