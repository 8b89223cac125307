"""Which question this context (thread or task) is about, and who asked it: for log records and the audit log."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ask_id: ContextVar[str] = ContextVar("ask id", default="")
_who: ContextVar[str] = ContextVar("who asks", default="")


def ask_id() -> str:
    """Return the id of this context's question, "" outside of any."""
    return _ask_id.get()


def who() -> str:
    """Return who asks: as a server said by `asked_by`, else the user of this process."""
    if named := _who.get():
        return named
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"  # a container's user without a name


@contextmanager
def asking(id: str) -> Iterator[None]:
    """Give the question of this context an id."""
    token = _ask_id.set(id)
    try:
        yield
    finally:
        _ask_id.reset(token)


@contextmanager
def asked_by(name: str) -> Iterator[None]:
    """Say who asks in this context: for servers, which ask for others."""
    token = _who.set(name)
    try:
        yield
    finally:
        _who.reset(token)
