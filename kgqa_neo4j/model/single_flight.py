"""Values that many threads need at once and only one of them should make."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Generic, TypeVar

from kgqa_neo4j.model.errors import KgqaError

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """A value made by the first thread that needs it, while the others wait. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._future: Future[T] | None = None

    @property
    def made(self) -> T | None:
        """The value if it was made already, else None; never waits."""
        with self._lock:
            # A future that failed was removed before it ended.
            return self._future.result() if self._future is not None and self._future.done() else None

    def get(self, make: Callable[[], T]) -> T:
        """Return the value, calling `make` if there is none.

        If `make` raises a `KgqaError`, so do all calls that wait for it, because waiting for a lost server one after
        another would take too long. If it ends otherwise, such as by cancellation, one of those that wait makes the
        value. The next call tries again in both cases.

        Raises:
            KgqaError: raised by `make`.
        """
        while True:
            with self._lock:
                is_first = self._future is None
                future = self._future = self._future or Future[T]()
            if is_first:
                return self._make(future, make)
            # If whoever makes it is cancelled, one of those that wait comes first now.
            with contextlib.suppress(CancelledError):
                return future.result()

    def _make(self, future: Future[T], make: Callable[[], T]) -> T:
        """Make the value for all that wait for `future`; if that fails, the next call makes it anew."""
        try:
            value = make()
        except BaseException as error:
            with self._lock:
                self._future = None
            if isinstance(error, KgqaError):
                future.set_exception(error)
            else:
                future.cancel()
            raise
        future.set_result(value)
        return value
