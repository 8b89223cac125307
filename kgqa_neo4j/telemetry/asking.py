"""The question id and the user of the current context (thread or task), for log records and the audit log."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ask_id: ContextVar[str] = ContextVar("ask id", default="")
_who: ContextVar[str] = ContextVar("who asks", default="")


def ask_id() -> str:
    """Return the id of this context's question, "" outside any question."""
    return _ask_id.get()


def who() -> str:
    """Return the user who asks: the one that a server set by `asked_by`, else the user of this process."""
    if named := _who.get():
        return named
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"  # in a container, a user id may have no name


@contextmanager
def asking(id: str) -> Iterator[None]:
    """Set the id of this context's question for the block."""
    token = _ask_id.set(id)
    try:
        yield
    finally:
        _ask_id.reset(token)


@contextmanager
def asked_by(name: str) -> Iterator[None]:
    """Set the user who asks in this context for the block; used by servers, which ask for others."""
    token = _who.set(name)
    try:
        yield
    finally:
        _who.reset(token)
