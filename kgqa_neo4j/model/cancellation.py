"""Cancelling a question from a thread other than the one that answers it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancelled(BaseException):
    """The question was cancelled. Like `KeyboardInterrupt`, it is not caught by ``except Exception``."""


class Cancellation:
    """The cancel switch of one question. `id` names its transactions on the server."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._enders: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """Whether the question was cancelled."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Cancel the question, and end what it waits for. May be called again, if it waits for something new."""
        self._cancelled.set()
        with self._lock:
            enders = list(self._enders)
        for end in enders:
            end()

    def check(self) -> None:
        """Raise `Cancelled` if the question was cancelled."""
        if self.cancelled:
            raise Cancelled

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        """Let `cancel` call `end`, from its own thread, during the block; an error after that becomes `Cancelled`."""
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
    """Let `cancellation` cancel what runs in this context (thread or task)."""
    token = _current.set(cancellation)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Cancellation | None:
    """Return the cancellation of this context's question, if it has one."""
    return _current.get()


def check_cancelled() -> None:
    """Raise `Cancelled` if the question of this context was cancelled."""
    if (cancellation := _current.get()) is not None:
        cancellation.check()
