"""Ending a question from another thread than the one that works on it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancelled(BaseException):
    """The question was cancelled. Like an interruption, no handler of errors catches it."""


class Cancellation:
    """The switch of one question. `id` names its transactions on the server."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._enders: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """Whether somebody cancelled the question."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Cancel the question, and end what it waits for. May be called again, as it may wait for something new."""
        self._cancelled.set()
        with self._lock:
            enders = list(self._enders)
        for end in enders:
            end()

    def check(self) -> None:
        """Raise `Cancelled` if somebody cancelled the question."""
        if self.cancelled:
            raise Cancelled

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        """Let `cancel` call `end`, from its own thread, while the block waits; what fails of it then is `Cancelled`."""
        self.check()
        with self._lock:
            self._enders.append(end)
        try:
            yield
        except Exception:
            self.check()
            raise
        finally:
            with self._lock:
                self._enders.remove(end)


_current: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)


@contextmanager
def cancellable(cancellation: Cancellation) -> Iterator[None]:
    """Let `cancellation` end what runs in this context (thread or task)."""
    token = _current.set(cancellation)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Cancellation | None:
    """Return what can cancel the question of this context, if anything can."""
    return _current.get()


def check_cancelled() -> None:
    """Raise `Cancelled` if the question of this context was cancelled."""
    if (cancellation := _current.get()) is not None:
        cancellation.check()
