"""Observing the steps of a question while it is being answered, not only once the answer is complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kgqa_neo4j.model.answer import Step

OnStep = Callable[[Step], None]

_observer: ContextVar[OnStep | None] = ContextVar("observer", default=None)


@contextmanager
def observing(on_step: OnStep) -> Iterator[None]:
    """Call `on_step` with each step that is made in this context (thread or task)."""
    token = _observer.set(on_step)
    try:
        yield
    finally:
        _observer.reset(token)


def observe(step: Step) -> None:
    """Pass a step to the observer of this context, if there is one."""
    if (on_step := _observer.get()) is not None:
        on_step(step)
