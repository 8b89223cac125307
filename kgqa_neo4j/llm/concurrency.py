"""A limit on the number of concurrent calls of a model."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kgqa_neo4j.model.cancellation import check_cancelled

# Seconds between a waiting call's checks for cancellation.
_LOOK_S = 0.1


class NoTurn(Exception):
    """No turn became free in time."""


class ConcurrencyLimit:
    """Allows at most `most` concurrent calls, any number if 0; others wait, in no fixed order. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most) if most else None

    @contextmanager
    def turn(self, end: float) -> Iterator[None]:
        """Wait for a turn, and hold it for the block.

        Args:
            end: deadline for waiting, as a time of `time.monotonic`.

        Raises:
            NoTurn: none became free before the deadline.
            Cancelled: the question was cancelled while waiting.
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
